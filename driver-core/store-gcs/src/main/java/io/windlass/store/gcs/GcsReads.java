package io.windlass.store.gcs;

import io.windlass.store.BodyReader;
import io.windlass.store.ByteRange;
import io.windlass.store.DriverException;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import io.windlass.store.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads objects by "xml-api/get-object-download", whose answer has the metadata in its headers.
 * That of the JSON API has not, so each read would be two requests.
 */
final class GcsReads {
  private static final String METADATA = "x-goog-meta-";

  private final GcsBucketClient bucket;

  GcsReads(GcsBucketClient bucket) {
    this.bucket = bucket;
  }

  ObjectReader open(String key, GetOptions options) {
    String path = GcsKeys.encoded(bucket.name()) + "/" + GcsKeys.encoded(GcsKeys.check(key));
    Optional<Long> version = Optional.ofNullable(GcsObjects.ofVersion(options.version()));
    Map<String, String> headers = headers(options);
    boolean versioned = bucket.keepsVersions();
    return bucket
        .errors()
        .call(
            "get",
            bucket.target(key),
            () -> {
              String query = version.map(number -> "?generation=" + number).orElse("");
              GcsTransport.Received answer = bucket.service().open(path + query, headers);
              try {
                return reader(key, options.range(), answer, versioned);
              } catch (RuntimeException e) {
                close(answer);
                throw e;
              }
            });
  }

  /** What is stored packed comes packed, as it was written. */
  private static Map<String, String> headers(GetOptions options) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Accept-Encoding", "gzip");
    options
        .range()
        .ifPresent(
            range -> headers.put("Range", "bytes=%d-%d".formatted(range.offset(), range.last())));
    options
        .ifMatch()
        .ifPresent(revision ->
            headers.put(
                "x-goog-if-generation-match", Long.toString(GcsObjects.generation(revision))));
    return headers;
  }

  private ObjectReader reader(
      String key, Optional<ByteRange> range, GcsTransport.Received answer, boolean versioned) {
    if (answer.status() != (range.isPresent() ? 206 : 200)) {
      throw refused(key, answer);
    }
    HttpHeaders headers = answer.headers();
    ObjectInfo info = info(key, headers, versioned);
    range.ifPresent(wanted -> requireRange(wanted, headers));
    long length = number(headers, "Content-Length");
    Optional<String> checksum =
        length == info.size()
            ? GcsChecksum.stated(headers.allValues("x-goog-hash"))
            : Optional.empty();
    return new BodyReader(
        info,
        length,
        new GcsDownload(answer.body(), checksum),
        bucket.errors(),
        bucket.target(key));
  }

  private DriverException refused(String key, GcsTransport.Received answer) {
    try {
      String body = new String(answer.body().readNBytes(64 << 10), StandardCharsets.UTF_8);
      return bucket
          .errors()
          .of(GcsErrors.failure(answer.status(), body), "get", bucket.target(key), null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(GcsTransport.Received answer) {
    try {
      answer.body().close();
    } catch (IOException e) {
      // Nobody asks for it.
    }
  }

  private static void requireRange(ByteRange wanted, HttpHeaders headers) {
    String stated = headers.firstValue("Content-Range").orElse("");
    if (!stated.startsWith("bytes %d-".formatted(wanted.offset()))) {
      throw new DriverException.Unavailable(
          "the server answered the range '%s', not the one that was asked for".formatted(stated),
          null);
    }
  }

  private static ObjectInfo info(String key, HttpHeaders headers, boolean versioned) {
    String generation = Long.toString(number(headers, "x-goog-generation"));
    Map<String, String> metadata = new TreeMap<>();
    for (Map.Entry<String, List<String>> header : headers.map().entrySet()) {
      if (header.getKey().toLowerCase(Locale.ROOT).startsWith(METADATA)) {
        metadata.put(
            header.getKey().substring(METADATA.length()).toLowerCase(Locale.ROOT),
            header.getValue().getFirst());
      }
    }
    return new ObjectInfo(
        key,
        number(headers, "x-goog-stored-content-length"),
        new Revision(generation),
        Optional.of(generation).filter(_ -> versioned),
        GcsService.date(headers.firstValue("Last-Modified")),
        GcsService.date(headers.firstValue("Date")),
        metadata);
  }

  private static long number(HttpHeaders headers, String name) {
    return headers
        .firstValueAsLong(name)
        .orElseThrow(() ->
            new DriverException.Unavailable(
                "the answer is not one of Cloud Storage: it does not state " + name, null));
  }
}
