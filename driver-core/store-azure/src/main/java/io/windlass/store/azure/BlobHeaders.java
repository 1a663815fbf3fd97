package io.windlass.store.azure;

import io.windlass.store.IdentifierMetadata;
import io.windlass.store.PutOptions;
import java.net.http.HttpHeaders;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a blob carries beside its bytes, as headers of requests and answers. */
final class BlobHeaders {
  private static final String METADATA = "x-ms-meta-";

  private static final String PROPERTY = "x-ms-blob-";

  /** "Put Blob": those that a blob has of its own, and gives back when it is read. */
  private static final List<String> PROPERTIES =
      List.of(
          "content-type",
          "content-encoding",
          "content-language",
          "content-disposition",
          "cache-control");

  private BlobHeaders() {}

  /** Of a request that writes a blob. */
  static Map<String, String> of(PutOptions options) {
    Map<String, String> headers = of(options.metadata());
    options.contentType().ifPresent(type -> headers.put(PROPERTY + "content-type", type));
    return headers;
  }

  /** Of a request that sets the metadata. */
  static Map<String, String> of(Map<String, String> metadata) {
    Map<String, String> headers = new HashMap<>();
    IdentifierMetadata.encode(metadata)
        .forEach((name, value) -> headers.put(METADATA + name, value));
    return headers;
  }

  /** Of a request that writes a copy of a blob, with other metadata. */
  static Map<String, String> ofCopy(HttpHeaders source, Map<String, String> metadata) {
    Map<String, String> headers = of(metadata);
    for (String property : PROPERTIES) {
      source.firstValue(property).ifPresent(value -> headers.put(PROPERTY + property, value));
    }
    return headers;
  }

  /** The metadata in an answer. */
  static Map<String, String> metadata(HttpHeaders answer) {
    Map<String, String> encoded = new HashMap<>();
    answer.map().forEach((name, values) -> add(encoded, name, values.getFirst()));
    return IdentifierMetadata.decode(encoded);
  }

  /** The metadata among the headers of a request. */
  static Map<String, String> metadata(Map<String, String> headers) {
    Map<String, String> encoded = new HashMap<>();
    headers.forEach((name, value) -> add(encoded, name, value));
    return IdentifierMetadata.decode(encoded);
  }

  private static void add(Map<String, String> encoded, String name, String value) {
    if (name.regionMatches(true, 0, METADATA, 0, METADATA.length())) {
      encoded.put(name.substring(METADATA.length()).toLowerCase(Locale.ROOT), value);
    }
  }
}
