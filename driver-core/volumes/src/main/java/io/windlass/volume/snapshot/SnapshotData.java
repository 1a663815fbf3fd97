package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.volume.ContentSource;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.VolumeData;
import io.windlass.volume.VolumeId;
import java.util.Optional;
import java.util.function.Supplier;

/** Fills and empties volumes, and keeps the data that their snapshots need. */
final class SnapshotData implements VolumeData {
  private final OpenBackends backends;
  private final LivingVolumes volumes;
  private final Snapshots snapshots;
  private final VolumePopulator populator;
  private final SnapshotGarbageCollector garbageCollector;
  private final CallsInFlight inFlight;

  SnapshotData(
      OpenBackends backends,
      LivingVolumes volumes,
      Snapshots snapshots,
      VolumePopulator populator,
      SnapshotGarbageCollector garbageCollector,
      CallsInFlight inFlight) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.volumes = volumes;
    this.snapshots = snapshots;
    this.populator = populator;
    this.garbageCollector = garbageCollector;
  }

  @Override
  public long requireSource(VolumeId target, ContentSource source) {
    return switch (source) {
      case ContentSource.OfSnapshot(String id) -> {
        Snapshot snapshot =
            SnapshotId.parse(id, backends)
                .flatMap(snapshots::find)
                .orElseThrow(() -> VolumePopulator.noSnapshot(id));
        requireSameBackend(target, source, snapshot.id().backend());
        yield snapshot.bytes();
      }
      case ContentSource.OfVolume(String id) -> {
        VolumeId volume = populator.volume(id);
        long bytes = volumes.capacityBytes(volume);
        requireSameBackend(target, source, volume.backend());
        yield bytes;
      }
    };
  }

  private static void requireSameBackend(VolumeId target, ContentSource source, String backend) {
    if (!backend.equals(target.backend())) {
      throw new DriverException.InvalidArgument(
          "volume_content_source %s is on backend %s: make the volume there, not on %s"
              .formatted(source.id(), backend, target.backend()));
    }
  }

  @Override
  public <T> T letExpire(VolumeId volume, Supplier<T> change) {
    OpenBackend configured = backends.require(volume.backend());
    try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
      try {
        keptByVersions(configured, source.value())
            .ifPresent(snapshot -> {
              throw new DriverException.InvalidArgument(
                  "mutable parameter expirationDays: old versions expire too, and %s of volume %s"
                          .formatted(snapshot, volume)
                      + " needs them: delete the volume's snapshots first, or leave it out");
            });
        return change.get();
      } finally {
        source.release();
      }
    }
  }

  private static Optional<RecordName> keptByVersions(OpenBackend configured, SourceRecord bucket) {
    return bucket.snapshots().keySet().stream()
        .map(RecordName::parse)
        .filter(name ->
            name.find(configured.registry())
                .filter(found -> found.value().method().namesVersions())
                .isPresent())
        .findFirst();
  }

  @Override
  public FillState fillState(VolumeId target, Optional<ContentSource> source) {
    return source
        .map(from -> populator.fillState(target, from))
        .orElseGet(() -> new NoSource(target));
  }

  /** Filling of a volume that has no source: there is nothing to copy. */
  private final class NoSource implements FillState, Filling {
    private final VolumeId target;

    NoSource(VolumeId target) {
      this.target = target;
    }

    @Override
    public boolean isKept() {
      return true;
    }

    @Override
    public Filling hold() {
      return this;
    }

    @Override
    public Reached keep(LeasedOperation operation) {
      garbageCollector.keepVolume(target);
      return Reached.END;
    }

    @Override
    public Reached fill(LeasedOperation operation) {
      return Reached.END;
    }

    @Override
    public void close() {}
  }

  @Override
  public void forget(VolumeId target) {
    populator.forget(target);
  }

  @Override
  public Reached remove(VolumeId volume, LeasedOperation operation) {
    populator.forget(volume);
    return garbageCollector.removeVolume(volume, operation);
  }
}
