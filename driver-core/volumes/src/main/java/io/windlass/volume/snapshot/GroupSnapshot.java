package io.windlass.volume.snapshot;

import java.time.Instant;
import java.util.List;

/**
 * Snapshots of several volumes as of one instant.
 *
 * @param at instant of the server's clock that they show
 */
public record GroupSnapshot(SnapshotId id, List<Snapshot> snapshots, Instant at) {
  public GroupSnapshot {
    snapshots = List.copyOf(snapshots);
  }

  /** Returns whether volumes can be created from all of the snapshots. */
  public boolean ready() {
    return snapshots.stream().allMatch(Snapshot::ready);
  }
}
