package io.windlass.volume.snapshot;

import io.windlass.backend.Backend;
import io.windlass.provision.OpenBackend;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.Capabilities;
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
   * Returns the best method of a backend. Where conditions hold only in a bucket without versions,
   * the driver turns none on: mounts rely on conditions. If the driver cannot tell a bucket to keep
   * versions, whether an object has one is seen when it is listed. A bucket with a hierarchical
   * namespace ({@link Feature#BUCKET_HIERARCHY}) keeps none.
   */
  static Method best(Backend backend, String bucket) {
    Capabilities server = backend.capabilities();
    if (server.has(Feature.BUCKET_VERSIONS)) {
      boolean possible = server.has(Feature.VERSIONED_CONDITIONS);
      return possible && backend.objects(bucket).renames().isEmpty()
          ? Method.VERSIONS
          : Method.COPIES;
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
