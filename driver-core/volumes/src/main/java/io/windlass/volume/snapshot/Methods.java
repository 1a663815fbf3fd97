package io.windlass.volume.snapshot;

import io.windlass.backend.Backend;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.Feature;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import java.util.Optional;
import java.util.function.Predicate;

/** Chooses the method by which snapshots of a volume are kept. */
final class Methods {
  /** Parameter that makes objects expire. */
  private static final String EXPIRY = "expirationDays";

  private final OpenBackends backends;

  Methods(OpenBackends backends) {
    this.backends = backends;
  }

  /**
   * Returns the method for a volume: the best that its backend offers. A bucket whose objects
   * expire has copies, because its old versions expire with the objects.
   */
  Method of(VolumeId volume) {
    return of(
        volume,
        registry ->
            registry
                .find(RecordKind.VOLUMES, volume.recordId())
                .filter(entry -> expires(entry.value()))
                .isPresent());
  }

  /** Returns the method for a volume whose record the caller has read. */
  Method of(VolumeId volume, VolumeRecord record) {
    return of(volume, _ -> expires(record));
  }

  private Method of(VolumeId volume, Predicate<Registry> expires) {
    Optional<OpenBackend> configured = backends.find(volume.backend());
    Method best =
        configured.map(found -> best(found.backend(), volume.bucket())).orElse(Method.COPIES);
    return best == Method.COPIES
        ? best
        : configured
            .map(OpenBackend::registry)
            .filter(registry -> !alwaysExpires(registry, volume) && !expires.test(registry))
            .map(_ -> best)
            .orElse(Method.COPIES);
  }

  /**
   * Returns the best method of a backend. If the driver cannot tell a bucket to keep versions,
   * whether an object has one is seen when it is listed.
   */
  private static Method best(Backend backend, String bucket) {
    if (backend.capabilities().has(Feature.BUCKET_VERSIONS)) {
      return Method.VERSIONS;
    }
    return backend.objects(bucket).versions().isPresent() ? Method.LISTED : Method.COPIES;
  }

  private static boolean alwaysExpires(Registry registry, VolumeId volume) {
    return registry
        .find(RecordKind.BUCKETS, volume.bucket())
        .filter(entry -> entry.value().request().fields().containsKey(EXPIRY))
        .isPresent();
  }

  private static boolean expires(VolumeRecord volume) {
    return volume.changeable().containsKey(EXPIRY);
  }
}
