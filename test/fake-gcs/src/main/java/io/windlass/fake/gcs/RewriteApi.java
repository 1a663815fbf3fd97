package io.windlass.fake.gcs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/objects: rewrite, copy and move. */
final class RewriteApi {
  private static final long UNIT = 1 << 20;

  /** What a call rewrites if it does not say, as far as {@link FakeSettings} let it. */
  private static final long WHOLE = Long.MAX_VALUE / UNIT * UNIT;

  /** A rewrite that needs more calls. */
  private record Progress(String path, StoredObject source, long done) {}

  private final GcsState state;
  private final ObjectWriter writer;
  private final ObjectApi objects;
  private final Map<String, Progress> begun = new HashMap<>();

  RewriteApi(GcsState state, ObjectWriter writer, ObjectApi objects) {
    this.state = state;
    this.writer = writer;
    this.objects = objects;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "POST",
                "b/*/o/*/rewriteTo/b/*/o/*",
                this::rewrite,
                "sourceGeneration",
                "maxBytesRewrittenPerCall",
                "rewriteToken",
                "destinationKmsKeyName")
            .and(Preconditions.NAMES)
            .and(Preconditions.SOURCE_NAMES),
        Route.of("POST", "b/*/o/*/copyTo/b/*/o/*", this::copy, "sourceGeneration")
            .and(Preconditions.NAMES)
            .and(Preconditions.SOURCE_NAMES),
        Route.of("POST", "b/*/o/*/moveTo/o/*", this::move)
            .and(Preconditions.NAMES)
            .and(Preconditions.SOURCE_NAMES));
  }

  private StoredObject source(ApiCall call) {
    StoredObject found =
        objects.required(
            call.who(),
            state.bucket(call.name(0)),
            call.name(1),
            call.request().number("sourceGeneration"),
            "storage.objects.get");
    Preconditions.ofSource(call.request()).require(Optional.of(found));
    return found;
  }

  /**
   * The metadata of a body replace those of the source; without a body they are copied. Unless the
   * body names them, storage class and encryption key are the bucket's defaults:
   * json_api/v1/objects/rewrite.
   */
  private ObjectNode written(ApiCall call, StoredObject source) {
    GcsBucket bucket = state.bucket(call.name(2));
    ObjectNode body = JsonText.object(call.request().body());
    ObjectNode fields = body.isEmpty() ? source.fields().deepCopy() : ObjectFields.fresh(body);
    if (body.isEmpty()) {
      fields.remove("storageClass");
    }
    ObjectFields.encrypted(fields, call.request().parameter("destinationKmsKeyName"));
    StoredObject written =
        writer.write(
            call.who(),
            bucket,
            call.name(3),
            source.with(fields),
            Preconditions.of(call.request()));
    return state.shown().json(bucket, written);
  }

  private WireAnswer copy(ApiCall call) {
    return WireAnswer.json(written(call, source(call)));
  }

  private WireAnswer rewrite(ApiCall call) {
    long most = call.request().number("maxBytesRewrittenPerCall").orElse(WHOLE);
    if (most <= 0 || most % UNIT != 0) {
      throw Refusal.invalid("maxBytesRewrittenPerCall must be an integral multiple of 1 MiB.");
    }
    Progress progress = progress(call);
    writer.require(
        call.who(), state.bucket(call.name(2)), call.name(3), Preconditions.of(call.request()));
    long size = progress.source().content().length;
    long done = Math.min(size, progress.done() + Math.min(most, state.settings().rewriteAtMost()));
    ObjectNode answer =
        JsonText.object()
            .put("kind", "storage#rewriteResponse")
            .put("objectSize", Long.toString(size))
            .put("totalBytesRewritten", Long.toString(done))
            .put("done", done == size);
    if (done == size) {
      answer.set("resource", written(call, progress.source()));
    } else {
      String token = "fake-" + UUID.randomUUID();
      begun.put(token, new Progress(progress.path(), progress.source(), done));
      answer.put("rewriteToken", token);
    }
    return WireAnswer.json(answer);
  }

  /** "Calls that provide a rewriteToken can omit all source preconditions": it pins the source. */
  private Progress progress(ApiCall call) {
    Optional<String> token = call.request().parameter("rewriteToken");
    if (token.isEmpty()) {
      return new Progress(call.request().path(), source(call), 0);
    }
    return Optional.ofNullable(begun.remove(token.get()))
        .filter(there -> there.path().equals(call.request().path()))
        .orElseThrow(() -> Refusal.invalid("Invalid rewrite token."));
  }

  /** json_api/v1/objects/move: the source is removed without soft delete. */
  private WireAnswer move(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    Principal who = call.who();
    GcsResource from = GcsResource.object(bucket, call.name(1));
    boolean moves = state.access().permits(who, "storage.objects.move", from);
    if (!moves) {
      state.access().require(who, "storage.objects.delete", from);
    }
    String permission = moves ? "storage.objects.move" : "storage.objects.get";
    StoredObject source = objects.required(who, bucket, call.name(1), Optional.empty(), permission);
    Preconditions.ofSource(call.request()).require(Optional.of(source));
    if (call.name(1).equals(call.name(2))) {
      throw Refusal.invalid("Source and destination object names must be different.");
    }
    writer.requireFree(bucket, source, true);
    StoredObject written =
        writer.bring(who, bucket, call.name(2), source, Preconditions.of(call.request()));
    bucket.objects().drop(source);
    return WireAnswer.json(state.shown().json(bucket, written));
  }
}
