package io.windlass.volume.snapshot;

import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Unfinished;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.VolumeData;
import java.util.List;

/**
 * Services for snapshots, connected with each other.
 *
 * @param data fills and empties volumes
 */
public record SnapshotServices(
    Snapshots snapshots, GroupSnapshots groups, SnapshotList list, VolumeData data) {

  /** Returns the snapshots and groups that may have been left half done. */
  public List<Unfinished> unfinished() {
    return List.of(groups.unfinished(), snapshots.unfinished());
  }

  /** Creates the services. */
  public static SnapshotServices of(
      OpenBackends backends, Buckets buckets, CallsInFlight inFlight, MeterRegistry meters) {
    LivingVolumes volumes = new LivingVolumes(backends);
    Methods methods = new Methods(backends);
    SnapshotGarbageCollector garbageCollector =
        new SnapshotGarbageCollector(backends, buckets, inFlight);
    Snapshots snapshots = new Snapshots(backends, inFlight, volumes, methods, garbageCollector);
    VolumePopulator populator =
        new VolumePopulator(
            backends, inFlight, snapshots, garbageCollector, new CopyMetrics(meters));
    return new SnapshotServices(
        snapshots,
        new GroupSnapshots(backends, inFlight, volumes, methods, snapshots),
        new SnapshotList(backends),
        new SnapshotData(backends, volumes, snapshots, populator, garbageCollector, inFlight));
  }
}
