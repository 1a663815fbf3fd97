package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Lease;
import io.windlass.volume.VolumeData.Reached;
import io.windlass.volume.VolumeId;

/** Removes snapshots and volumes, and every version that no snapshot needs any more. */
final class SnapshotGarbageCollector {
  private final OpenBackends backends;
  private final Buckets buckets;
  private final CallsInFlight inFlight;

  SnapshotGarbageCollector(OpenBackends backends, Buckets buckets, CallsInFlight inFlight) {
    this.backends = backends;
    this.buckets = buckets;
    this.inFlight = inFlight;
  }

  /**
   * Removes a snapshot whose record says that it is being removed.
   *
   * @throws DriverException.Aborted when it takes more than one call
   */
  void remove(RecordName name, Lease<SnapshotRecord> lease) {
    VolumeId volume = GarbageCollectionRun.volume(backends, lease.value());
    OpenBackend configured = backends.require(volume.backend());
    try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
      LeasedOperation operation = LeasedOperation.on(configured, source.lease(), lease);
      boolean done = run(operation, source).remove(name, lease, volume);
      // The snapshot's own record is removed last: if this call dies, the next one finds the record
      // and continues.
      source.release();
      if (done) {
        lease.remove();
      } else {
        lease.complete(lease.value());
        throw new DriverException.Aborted(
            "snapshot %s is being removed, which takes more than one call: call again"
                .formatted(name.id()));
      }
    }
  }

  /**
   * Notes that a released volume is created again, so that it is not removed with the last of its
   * snapshots.
   */
  void keepVolume(VolumeId volume) {
    OpenBackend configured = backends.require(volume.backend());
    if (configured
        .registry()
        .find(SourceRecord.KIND, volume.bucket())
        .filter(found -> found.value().removed().containsKey(volume.prefix()))
        .isPresent()) {
      try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
        source.record(source.value().forgotten(volume.prefix()));
        source.release();
      }
    }
  }

  /**
   * Removes all objects of a volume except the data that its snapshots need. That data and the
   * volume's own bucket are removed with the last of these snapshots.
   */
  Reached removeVolume(VolumeId volume, LeasedOperation operation) {
    OpenBackend configured = operation.configured();
    if (configured.registry().find(SourceRecord.KIND, volume.bucket()).isEmpty()) {
      return GarbageCollectionRun.empty(operation, volume);
    }
    try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
      Reached reached = run(operation.under(source.lease()), source).removeVolume(volume);
      source.release();
      return reached;
    }
  }

  private GarbageCollectionRun run(LeasedOperation operation, Source source) {
    return new GarbageCollectionRun(operation, source, backends, buckets);
  }
}
