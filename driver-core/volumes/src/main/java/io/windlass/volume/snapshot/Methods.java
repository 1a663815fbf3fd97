package io.windlass.volume.snapshot;

import io.windlass.backend.Backend;
import io.windlass.provision.OpenBackend;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.Feature;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import java.util.Optional;

/** Chooses the method by which snapshots of a volume are kept. */
final class Methods {
  /** Parameter that makes objects expire. */
  private static final String EXPIRY = "expirationDays";

  private Methods() {}

  /**
   * Returns the method for a volume: the best that its backend offers. A bucket whose objects
   * expire has copies, because its old versions expire with the objects.
   *
   * @param record record of the volume, if it has one
   */
  static Method of(OpenBackend configured, VolumeId volume, Optional<VolumeRecord> record) {
    Method best = best(configured.backend(), volume.bucket());
    boolean copied =
        best == Method.COPIES
            || record.filter(found -> found.changeable().containsKey(EXPIRY)).isPresent()
            || expires(configured, volume.bucket());
    return copied ? Method.COPIES : best;
  }

  /**
   * Returns the best method of a backend. If the driver cannot tell a bucket to keep versions,
   * whether an object has one is seen when it is listed. A bucket with a hierarchical namespace
   * ({@link Feature#BUCKET_HIERARCHY}) keeps none.
   */
  private static Method best(Backend backend, String bucket) {
    if (backend.capabilities().has(Feature.BUCKET_VERSIONS)) {
      return backend.objects(bucket).renames().isEmpty() ? Method.VERSIONS : Method.COPIES;
    }
    return backend.objects(bucket).versions().isPresent() ? Method.LISTED : Method.COPIES;
  }

  private static boolean expires(OpenBackend configured, String bucket) {
    return configured
        .registry()
        .find(RecordKind.BUCKETS, bucket)
        .filter(entry -> entry.value().request().fields().containsKey(EXPIRY))
        .isPresent();
  }
}
