package io.windlass.fake.gcs;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/objects: get, patch, update, delete, restore. */
record ObjectApi(GcsState state, ObjectWriter writer) {

  List<Route> routes() {
    return List.of(
        Route.of("GET", "b/*/o/*", this::get, "generation", "softDeleted").and(Preconditions.NAMES),
        Route.of("PATCH", "b/*/o/*", this::patch, "generation").and(Preconditions.NAMES),
        Route.of("PUT", "b/*/o/*", this::update, "generation").and(Preconditions.NAMES),
        Route.of("DELETE", "b/*/o/*", this::delete, "generation").and(Preconditions.NAMES),
        Route.of("POST", "b/*/o/*/restore", this::restore, "generation").and(Preconditions.NAMES));
  }

  /**
   * Returns the object that a request names; refuses if it is missing or the caller lacks the
   * permission.
   */
  StoredObject required(
      Principal who, GcsBucket bucket, String name, Optional<Long> generation, String permission) {
    state.access().require(who, permission, GcsResource.object(bucket, name));
    return bucket
        .objects()
        .find(name, generation)
        .orElseThrow(() -> state.access().missing(who, bucket, name, permission));
  }

  private StoredObject required(ApiCall call, GcsBucket bucket, String permission) {
    Optional<Long> generation = call.request().number("generation");
    StoredObject found = required(call.who(), bucket, call.name(1), generation, permission);
    Preconditions.of(call.request()).require(Optional.of(found));
    return found;
  }

  private WireAnswer shown(GcsBucket bucket, StoredObject object) {
    return WireAnswer.json(state.shown().json(bucket, object)).with("ETag", object.etag());
  }

  /**
   * json_api/v1/objects/get: an answer with content has no user metadata; pkg.go.dev,
   * cloud.google.com/go/storage#Reader.Metadata, says the same.
   */
  private WireAnswer get(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    if (call.request().flag("softDeleted")) {
      return shown(bucket, softDeleted(call, bucket, "storage.objects.get"));
    }
    StoredObject found = required(call, bucket, "storage.objects.get");
    return call.request().parameter("alt").filter("media"::equals).isPresent()
        ? ContentAnswer.of(bucket, found, call.request()).withoutHeaders("x-goog-meta-")
        : shown(bucket, found);
  }

  /** cloud.google.com/storage/docs/use-soft-deleted-objects: by name and generation. */
  private StoredObject softDeleted(ApiCall call, GcsBucket bucket, String permission) {
    long generation =
        call.request().number("generation").orElseThrow(() -> Refusal.required("generation"));
    String name = call.name(1);
    state.access().require(call.who(), permission, GcsResource.object(bucket, name));
    if (bucket.objects().find(name, Optional.of(generation)).isPresent()) {
      throw Refusal.of(412, "objectNotSoftDeleted", "The object is not soft deleted.");
    }
    return bucket
        .objects()
        .softDeleted(bucket.kept())
        .filter(each -> each.name().equals(name) && each.generation() == generation)
        .findFirst()
        .orElseThrow(() -> state.access().missing(call.who(), bucket, name, permission));
  }

  private WireAnswer patch(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    StoredObject there = required(call, bucket, "storage.objects.update");
    ObjectNode body = JsonText.object(call.request().body());
    return changed(bucket, there, ObjectFields.patched(there.fields(), body));
  }

  private WireAnswer update(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    StoredObject there = required(call, bucket, "storage.objects.update");
    return changed(bucket, there, ObjectFields.fresh(JsonText.object(call.request().body())));
  }

  private WireAnswer changed(GcsBucket bucket, StoredObject there, ObjectNode fields) {
    String before = there.field("storageClass").orElse(bucket.storageClass());
    if (!JsonText.text(fields, "storageClass").orElse(before).equals(before)) {
      throw Refusal.invalid("The storage class of an object is changed by rewriting it.");
    }
    writer.requireRate(bucket, there.name());
    StoredObject changed = there.withFields(fields, state.clock().now());
    bucket.objects().put(changed);
    return shown(bucket, changed);
  }

  private WireAnswer delete(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    StoredObject there = required(call, bucket, "storage.objects.delete");
    writer.requireFree(bucket, there, call.request().has("generation") || !bucket.versioned());
    writer.requireRate(bucket, there.name());
    if (call.request().has("generation")) {
      bucket.objects().remove(there, bucket.kept());
    } else {
      bucket.objects().displace(there.name(), bucket.versioned(), bucket.kept());
    }
    return WireAnswer.of(204);
  }

  private WireAnswer restore(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    if (!bucket.kept().isPositive()) {
      throw Refusal.invalid("The bucket has no soft delete policy.");
    }
    StoredObject kept = softDeleted(call, bucket, "storage.objects.restore");
    StoredObject written =
        writer.bring(call.who(), bucket, kept.name(), kept, Preconditions.of(call.request()));
    bucket.objects().forget(kept);
    return shown(bucket, written);
  }
}
