package io.windlass.fake.gcs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** An object's content, whole or in part, as both APIs send it. */
final class ContentAnswer {
  private ContentAnswer() {}

  static WireAnswer of(GcsBucket bucket, StoredObject object, WireRequest request) {
    Map<String, String> headers = ObjectResource.headers(bucket, object);
    WireAnswer whole = WireAnswer.of(200).with(headers).with(object.content());
    boolean packed = object.field("contentEncoding").filter("gzip"::equals).isPresent();
    boolean taken = request.header("accept-encoding").filter(v -> v.contains("gzip")).isPresent();
    if (packed && !taken) {
      return unpacked(whole);
    }
    return ByteRange.cut(whole, request.header("range"));
  }

  /** cloud.google.com/storage/docs/transcoding: ranges of it are ignored. */
  private static WireAnswer unpacked(WireAnswer whole) {
    Map<String, String> headers = new TreeMap<>(whole.headers());
    headers.remove("Content-Encoding");
    headers.put("Warning", "214 UploadServer gunzipped");
    return WireAnswer.of(200)
        .with(headers)
        .with(
            unpacked(whole.body()).orElseThrow(() -> Refusal.of(503, "backendError", "not gzip")));
  }

  /** Returns decompressed content; empty if it is not gzip. */
  static Optional<byte[]> unpacked(byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return Optional.of(in.readAllBytes());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
