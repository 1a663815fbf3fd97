package io.windlass.volume.snapshot;

import io.windlass.provision.ConfiguredBackends;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.store.Feature;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;

/** Chooses the method by which snapshots of a volume are kept. */
final class Methods {
  /** Parameter that makes objects expire. */
  private static final String EXPIRY = "expirationDays";

  private final ConfiguredBackends backends;

  Methods(ConfiguredBackends backends) {
    this.backends = backends;
  }

  /**
   * Returns the method for a volume: versions if its backend has them, otherwise copies. A bucket
   * whose objects expire has copies, too, because its old versions expire with the objects.
   */
  Method of(VolumeId volume) {
    return backends
        .find(volume.backend())
        .filter(configured -> configured.backend().capabilities().has(Feature.BUCKET_VERSIONS))
        .filter(configured -> !expires(configured.registry(), volume))
        .map(_ -> Method.VERSIONS)
        .orElse(Method.COPIES);
  }

  private static boolean expires(Registry registry, VolumeId volume) {
    boolean always =
        registry
            .find(RecordKind.BUCKETS, volume.bucket())
            .filter(entry -> entry.value().request().fields().containsKey(EXPIRY))
            .isPresent();
    return always
        || registry
            .find(RecordKind.VOLUMES, volume.recordId())
            .filter(entry -> entry.value().changeable().containsKey(EXPIRY))
            .isPresent();
  }
}
