package io.windlass.volume.snapshot;

import io.windlass.provision.Sites;
import io.windlass.store.StoreException;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.ContentSource;
import io.windlass.volume.VolumeData;
import io.windlass.volume.VolumeId;

/** The data of volumes, with regard to snapshots. */
final class SnapshotData implements VolumeData {
  private final Sites sites;
  private final LivingVolumes volumes;
  private final Snapshots snapshots;
  private final Fills fills;
  private final Remover remover;

  SnapshotData(
      Sites sites, LivingVolumes volumes, Snapshots snapshots, Fills fills, Remover remover) {
    this.sites = sites;
    this.volumes = volumes;
    this.snapshots = snapshots;
    this.fills = fills;
    this.remover = remover;
  }

  @Override
  public void requireSource(VolumeId target, ContentSource source) {
    String backend =
        switch (source) {
          case ContentSource.OfSnapshot(String id) -> {
            SnapshotId snapshot =
                SnapshotId.parse(id, sites).orElseThrow(() -> Fills.noSnapshot(id));
            yield snapshots.find(snapshot).orElseThrow(() -> Fills.noSnapshot(id)).id().backend();
          }
          case ContentSource.OfVolume(String id) -> {
            VolumeId volume =
                VolumeId.parse(id, sites)
                    .orElseThrow(() ->
                        new StoreException.NotFound("there is no volume %s".formatted(id), null));
            volumes.require(volume);
            yield volume.backend();
          }
        };
    if (!backend.equals(target.backend())) {
      throw new StoreException.InvalidArgument(
          "volume_content_source %s is on backend %s: make the volume there, not on %s"
              .formatted(source.id(), backend, target.backend()));
    }
  }

  @Override
  public Reached fill(VolumeId target, ContentSource source, Runnable beforeStep) {
    return fills.fill(target, source, beforeStep);
  }

  @Override
  public Reached remove(VolumeId volume, Runnable beforeStep) {
    fills.forget(volume);
    return remover.removeVolume(volume, beforeStep);
  }

  @Override
  public void reuse(VolumeId volume) {
    remover.keepVolume(volume);
  }
}
