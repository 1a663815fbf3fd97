package io.windlass.volume.snapshot;

import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Site;
import io.windlass.provision.Sites;
import io.windlass.store.StoreException;
import io.windlass.volume.ContentSource;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.VolumeData;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import java.util.Optional;
import java.util.function.Supplier;

/** The data of volumes, with regard to snapshots. */
final class SnapshotData implements VolumeData {
  private final Sites sites;
  private final LivingVolumes volumes;
  private final Snapshots snapshots;
  private final VolumePopulator populator;
  private final SnapshotGarbageCollector garbageCollector;
  private final CallsInFlight inFlight;

  SnapshotData(
      Sites sites,
      LivingVolumes volumes,
      Snapshots snapshots,
      VolumePopulator populator,
      SnapshotGarbageCollector garbageCollector,
      CallsInFlight inFlight) {
    this.sites = sites;
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
            SnapshotId.parse(id, sites)
                .flatMap(snapshots::find)
                .orElseThrow(() -> VolumePopulator.noSnapshot(id));
        requireSameBackend(target, source, snapshot.id().backend());
        yield snapshot.bytes();
      }
      case ContentSource.OfVolume(String id) -> {
        VolumeId volume =
            VolumeId.parse(id, sites)
                .orElseThrow(
                    () -> new StoreException.NotFound("there is no volume %s".formatted(id), null));
        long bytes = volumes.capacityBytes(volume);
        requireSameBackend(target, source, volume.backend());
        yield bytes;
      }
    };
  }

  private static void requireSameBackend(VolumeId target, ContentSource source, String backend) {
    if (!backend.equals(target.backend())) {
      throw new StoreException.InvalidArgument(
          "volume_content_source %s is on backend %s: make the volume there, not on %s"
              .formatted(source.id(), backend, target.backend()));
    }
  }

  @Override
  public boolean isKept(VolumeId target, ContentSource source) {
    return populator.isKept(target, source);
  }

  @Override
  public <T> T letExpire(VolumeId volume, Supplier<T> change) {
    Site site = VolumePopulator.site(sites, volume);
    try (Source source = Source.claim(site, volume.bucket(), inFlight)) {
      try {
        keptByVersions(site, source.value())
            .ifPresent(snapshot -> {
              throw new StoreException.InvalidArgument(
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

  private static Optional<RecordName> keptByVersions(Site site, SourceRecord bucket) {
    return bucket.snapshots().keySet().stream()
        .map(RecordName::parse)
        .filter(name ->
            name.find(site.registry())
                .filter(found -> found.value().method() == Method.VERSIONS)
                .isPresent())
        .findFirst();
  }

  @Override
  public Filling hold(VolumeId target, ContentSource source) {
    return populator.hold(target, source);
  }

  @Override
  public void forget(VolumeId target) {
    populator.forget(target);
  }

  @Override
  public Reached remove(VolumeId volume, Runnable beforeStep) {
    populator.forget(volume);
    return garbageCollector.removeVolume(volume, beforeStep);
  }

  @Override
  public void reuse(VolumeId volume) {
    garbageCollector.keepVolume(volume);
  }
}
