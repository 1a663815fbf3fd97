package io.windlass.store.azure;

import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import io.windlass.store.IdentifierMetadata;
import io.windlass.store.PutOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a blob carries beside its bytes, as headers of requests and answers. */
final class BlobHeaders {
  private static final String METADATA = "x-ms-meta-";

  private static final String PROPERTY = "x-ms-blob-";

  /** "Put Blob": those that a blob has of its own, and gives back when it is read. */
  private static final List<HttpHeaderName> PROPERTIES =
      List.of(
          HttpHeaderName.CONTENT_TYPE,
          HttpHeaderName.CONTENT_ENCODING,
          HttpHeaderName.CONTENT_LANGUAGE,
          HttpHeaderName.CONTENT_DISPOSITION,
          HttpHeaderName.CACHE_CONTROL);

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
    for (HttpHeaderName property : PROPERTIES) {
      Optional.ofNullable(source.getValue(property))
          .ifPresent(value -> headers.put(PROPERTY + property.getCaseInsensitiveName(), value));
    }
    return headers;
  }

  /** The metadata in an answer. */
  static Map<String, String> metadata(HttpHeaders answer) {
    Map<String, String> headers = new HashMap<>();
    for (HttpHeader header : answer) {
      headers.put(header.getName(), header.getValue());
    }
    return metadata(headers);
  }

  /** The metadata among the headers of a request. */
  static Map<String, String> metadata(Map<String, String> headers) {
    Map<String, String> encoded = new HashMap<>();
    headers.forEach((name, value) -> {
      String lower = name.toLowerCase(Locale.ROOT);
      if (lower.startsWith(METADATA)) {
        encoded.put(lower.substring(METADATA.length()), value);
      }
    });
    return IdentifierMetadata.decode(encoded);
  }
}
