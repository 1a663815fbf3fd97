package io.windlass.fake.gcs;

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
      requireNotHeld(there.get());
    }
    if (bucket.hierarchical() && !bucket.folders().hasAround(name)) {
      state.access().require(who, "storage.folders.create", resource);
    }
  }

  /** cloud.google.com/storage/docs/object-holds. */
  static void requireNotHeld(StoredObject object) {
    if (ObjectFields.isHeld(object.fields())) {
      throw Refusal.of(
          403,
          "objectUnderActiveHold",
          "Object '%s' is under active hold and cannot be deleted or overwritten."
              .formatted(object.name()));
    }
  }

  /** Writes the live object. */
  StoredObject write(
      Principal who, GcsBucket bucket, String name, StoredObject fresh, Preconditions conditions) {
    require(who, bucket, name, conditions);
    requireRate(bucket, name);
    if (bucket.hierarchical()) {
      bucket.folders().makeAround(name);
    }
    return bucket
        .objects()
        .write(name, fresh, bucket.versioned(), bucket.kept(), state.settings().overwriteGap());
  }

  void requireRate(GcsBucket bucket, String name) {
    bucket.requireRate(name, state.clock().now(), state.settings());
  }
}
