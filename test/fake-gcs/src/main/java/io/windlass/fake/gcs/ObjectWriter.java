package io.windlass.fake.gcs;

import java.time.Instant;
import java.util.Optional;

/** Common work of all requests that write an object. */
record ObjectWriter(GcsState state) {

  /** Checks name, permission and preconditions of a write. */
  void require(Principal who, GcsBucket bucket, String name, Preconditions conditions) {
    ObjectNames.requireObject(name);
    GcsResource resource = GcsResource.object(bucket, name);
    state.access().require(who, "storage.objects.create", resource);
    Optional<StoredObject> there = bucket.objects().live(name);
    conditions.require(there);
    if (there.isPresent()) {
      state.access().require(who, "storage.objects.delete", resource);
      requireFree(bucket, there.get(), !bucket.versioned());
    }
    if (bucket.hierarchical() && !bucket.folders().hasAround(name)) {
      state.access().require(who, "storage.folders.create", resource);
    }
  }

  /**
   * cloud.google.com/storage/docs/object-holds, .../bucket-lock: a live object may become
   * noncurrent whatever its age, and parts of an upload are objects like others. The words are
   * those of github.com/sitespeedio/sitespeed.io/issues/2749.
   *
   * @param gone whether nothing of the object is left
   */
  void requireFree(GcsBucket bucket, StoredObject object, boolean gone) {
    if (ObjectFields.isHeld(object.fields())) {
      throw Refusal.of(
          403,
          "objectUnderActiveHold",
          "Object '%s' is under active hold and cannot be deleted or overwritten."
              .formatted(object.name()));
    }
    Instant until = object.created().plus(bucket.retained());
    if (gone && until.isAfter(state.clock().now())) {
      throw Refusal.of(
          403,
          "retentionPolicyNotMet",
          "Object '%s/%s' is subject to bucket's retention policy and cannot be deleted, overwritten or archived until %s"
              .formatted(bucket.name(), object.name(), until));
    }
  }

  /**
   * Writes the live object. "Create an object with object contexts" takes a permission of its own:
   * cloud.google.com/storage/docs/use-object-contexts.
   */
  StoredObject write(
      Principal who, GcsBucket bucket, String name, StoredObject fresh, Preconditions conditions) {
    if (fresh.fields().hasNonNull("contexts")) {
      GcsResource resource = GcsResource.object(bucket, name);
      state.access().require(who, "storage.objects.createContext", resource);
    }
    return bring(who, bucket, name, fresh, conditions);
  }

  /** Writes the live object, with what the same bucket had already. */
  StoredObject bring(
      Principal who, GcsBucket bucket, String name, StoredObject fresh, Preconditions conditions) {
    require(who, bucket, name, conditions);
    requireRate(bucket, name);
    if (bucket.hierarchical()) {
      bucket.folders().makeAround(name);
    }
    return bucket
        .objects()
        .write(
            name,
            bucket.holds() ? held(fresh) : fresh,
            bucket.versioned(),
            bucket.kept(),
            state.settings().overwriteGap());
  }

  private static StoredObject held(StoredObject fresh) {
    return fresh.with(fresh.fields().deepCopy().put("eventBasedHold", true));
  }

  void requireRate(GcsBucket bucket, String name) {
    bucket.requireRate(name, state.clock().now(), state.settings());
  }
}
