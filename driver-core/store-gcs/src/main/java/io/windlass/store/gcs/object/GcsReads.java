package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.http.BodyReader;
import io.windlass.http.CheckedBody;
import io.windlass.object.ByteRange;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.gcs.client.GcsChecksum;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads objects, and checks the answers. */
final class GcsReads {
  private final GcsBucketClient bucket;

  GcsReads(GcsBucketClient bucket) {
    this.bucket = bucket;
  }

  ObjectReader open(String key, GetOptions options) {
    GcsObjectApi.Named object =
        new GcsObjectApi.Named(GcsKeys.check(key), GcsObjects.ofVersion(options.version()));
    Map<String, String> headers = headers(options);
    boolean versioned = bucket.api().keepsVersions();
    return bucket
        .errors()
        .call(
            "get",
            bucket.target(key),
            () -> {
              GcsTransport.Received answer = bucket.api().open(object, headers);
              try {
                return reader(key, options.range(), answer, versioned);
              } catch (RuntimeException e) {
                answer.close();
                throw e;
              }
            });
  }

  private static Map<String, String> headers(GetOptions options) {
    Map<String, String> headers = new HashMap<>();
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
    GcsService.Answered<StorageObject> object = GcsHeaders.object(key, headers);
    ObjectInfo info =
        GcsObjects.info(object, versioned, GcsProperties.inHeaders(object.resource()));
    range.ifPresent(wanted -> requireRange(wanted, headers));
    long length = GcsHeaders.number(headers, "Content-Length");
    Optional<String> checksum =
        length == info.size()
            ? GcsChecksum.stated(headers.allValues("x-goog-hash"))
            : Optional.empty();
    return new BodyReader(
        info,
        length,
        new CheckedBody(answer.body(), answer, checksum.map(CheckedBody.Stated::crc32c)),
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

  private static void requireRange(ByteRange wanted, HttpHeaders headers) {
    String stated = headers.firstValue("Content-Range").orElse("");
    if (!stated.startsWith("bytes %d-".formatted(wanted.offset()))) {
      throw new DriverException.Unavailable(
          "the server answered the range '%s', not the one that was asked for".formatted(stated),
          null);
    }
  }
}
