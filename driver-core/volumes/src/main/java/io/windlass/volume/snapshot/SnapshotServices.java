package io.windlass.volume.snapshot;

import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Sites;
import io.windlass.provision.Unfinished;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.VolumeData;
import java.util.List;

/**
 * What there is of snapshots, put together.
 *
 * @param data what fills volumes and empties them
 */
public record SnapshotServices(
    Snapshots snapshots, GroupSnapshots groups, SnapshotList list, VolumeData data) {

  /** Snapshots and groups of them that may have been left half done. */
  public List<Unfinished> unfinished() {
    return List.of(groups.unfinished(), snapshots.unfinished());
  }

  /** Puts them together. */
  public static SnapshotServices of(
      Sites sites, Buckets buckets, CallsInFlight inFlight, MeterRegistry meters) {
    LivingVolumes volumes = new LivingVolumes(sites);
    Methods methods = new Methods(sites);
    SnapshotGarbageCollector garbageCollector =
        new SnapshotGarbageCollector(sites, buckets, inFlight);
    Snapshots snapshots = new Snapshots(sites, inFlight, volumes, methods, garbageCollector);
    VolumePopulator populator =
        new VolumePopulator(sites, inFlight, snapshots, new CopyMetrics(meters));
    return new SnapshotServices(
        snapshots,
        new GroupSnapshots(sites, inFlight, volumes, methods, snapshots),
        new SnapshotList(sites),
        new SnapshotData(sites, volumes, snapshots, populator, garbageCollector, inFlight));
  }
}
