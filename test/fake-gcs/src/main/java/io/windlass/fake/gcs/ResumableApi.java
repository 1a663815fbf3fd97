package io.windlass.fake.gcs;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/performing-resumable-uploads. */
final class ResumableApi {
  /**
   * All pieces but the last are multiples of this; the service drops the excess, and its answer
   * says so.
   */
  private static final int UNIT = 256 << 10;

  private static final Duration LIFE = Duration.ofDays(7);
  private static final Pattern RANGE =
      Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18}|\\*)|\\*)/(\\d{1,18}|\\*)");

  private final GcsState state;
  private final ObjectWriter writer;
  private final Map<String, ResumableSession> sessions = new HashMap<>();

  ResumableApi(GcsState state, ObjectWriter writer) {
    this.state = state;
    this.writer = writer;
  }

  WireAnswer start(ApiCall call, GcsBucket bucket) {
    WireRequest request = call.request();
    ObjectNode body = JsonText.object(request.body());
    String name = InsertApi.name(request, body);
    ObjectNode _ = ObjectFields.fresh(body);
    writer.require(call.who(), bucket, name, Preconditions.of(request));
    String id = "fake-" + UUID.randomUUID();
    sessions.put(
        id,
        new ResumableSession(call.who(), request, bucket.name(), name, body, state.clock().now()));
    return WireAnswer.of(200)
        .with("X-GUploader-UploadID", id)
        .with(
            "Location",
            "%s/upload/storage/v1/b/%s/o?uploadType=resumable&upload_id=%s"
                .formatted(state.base().get(), bucket.name(), id));
  }

  /** Returns the session of a request; its URL is enough permission. */
  private ResumableSession session(ApiCall call) {
    String id =
        call.request().parameter("upload_id").orElseThrow(() -> Refusal.required("upload_id"));
    return Optional.ofNullable(sessions.get(id))
        .filter(each -> each.bucket().equals(call.name(0)))
        .filter(each -> each.started().plus(LIFE).isAfter(state.clock().now()))
        .orElseThrow(() -> Refusal.notFound("Upload session not found."));
  }

  /**
   * 499 and nothing else: cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload.
   */
  WireAnswer cancel(ApiCall call) {
    ResumableSession _ = session(call);
    sessions.remove(call.request().parameter("upload_id").orElse(""));
    return WireAnswer.of(499);
  }

  WireAnswer send(ApiCall call) {
    ResumableSession session = session(call);
    if (session.finished().isPresent()) {
      return shown(session, session.finished().get());
    }
    WireRequest request = call.request();
    byte[] body = request.body();
    Optional<String> header = request.header("content-range");
    if (header.isEmpty()) {
      return finish(session, request, body, 0, body.length);
    }
    Matcher range = RANGE.matcher(header.get());
    if (!range.matches()) {
      throw Refusal.invalid("Failed to parse Content-Range header.");
    }
    long total = range.group(3).equals("*") ? -1 : Long.parseLong(range.group(3));
    if (range.group(1) == null) {
      return total == session.size()
          ? finish(session, request, body, 0, 0)
          : incomplete(session, request);
    }
    long first = Long.parseLong(range.group(1));
    if (!range.group(2).equals("*") && Long.parseLong(range.group(2)) - first + 1 != body.length) {
      throw Refusal.invalid(
          "Invalid request.  There were %d byte(s) in the request body.  There should have been %d byte(s) (starting at offset %d and ending at offset %s) according to the Content-Range header."
              .formatted(
                  body.length, Long.parseLong(range.group(2)) - first + 1, first, range.group(2)));
    }
    if (first > session.size()) {
      return beyond(first, session.size());
    }
    // "Cloud Storage ignores any bytes you send at an offset that it has already persisted."
    int skipped = (int) Math.min(session.size() - first, body.length);
    if (total == first + body.length) {
      return finish(session, request, body, skipped, body.length);
    }
    int kept = (session.size() + body.length - skipped) / UNIT * UNIT - session.size();
    session.add(body, skipped, skipped + Math.max(kept, 0));
    return incomplete(session, request);
  }

  /**
   * Returns a plain text error, as the service does: googleapis/java-storage, JsonResumableSession
   * tests.
   */
  private static WireAnswer beyond(long offset, int size) {
    return WireAnswer.text(
        503,
        "text/plain; charset=utf-8",
        "Invalid request.  According to the Content-Range header, the upload offset is %d byte(s), which exceeds already uploaded size of %d byte(s)."
            .formatted(offset, size));
  }

  private static WireAnswer incomplete(ResumableSession session, WireRequest request) {
    boolean no308 = request.header("x-guploader-no-308").filter("yes"::equals).isPresent();
    WireAnswer answer =
        no308 ? WireAnswer.of(200).with("X-HTTP-Status-Code-Override", "308") : WireAnswer.of(308);
    return session.size() == 0 ? answer : answer.with("Range", "bytes=0-" + (session.size() - 1));
  }

  private WireAnswer finish(
      ResumableSession session, WireRequest request, byte[] body, int from, int to) {
    long size = (long) session.size() + to - from;
    session
        .start()
        .header("x-upload-content-length")
        .map(text -> WireRequest.number("X-Upload-Content-Length", text))
        .filter(said -> said != size)
        .ifPresent(said -> {
          throw Refusal.invalid(
              "The upload has %d bytes and not the %d of X-Upload-Content-Length."
                  .formatted(size, said));
        });
    session.add(body, from, to);
    byte[] content = session.content();
    ObjectNode meta = session.body();
    ContentChecksums.require(
        content, JsonText.text(meta, "crc32c"), JsonText.text(meta, "md5Hash"));
    ContentChecksums.require(content, request);
    ObjectNode fields = ObjectFields.fresh(meta);
    if (!fields.has("contentType")) {
      fields.put(
          "contentType",
          session.start().header("x-upload-content-type").orElse("application/octet-stream"));
    }
    StoredObject written =
        writer.write(
            session.who(),
            state.bucket(session.bucket()),
            session.name(),
            StoredObject.of(session.name(), content, fields, 0),
            Preconditions.of(session.start()));
    session.finish(written);
    return shown(session, written);
  }

  private WireAnswer shown(ResumableSession session, StoredObject object) {
    return WireAnswer.json(state.shown().json(state.bucket(session.bucket()), object));
  }
}
