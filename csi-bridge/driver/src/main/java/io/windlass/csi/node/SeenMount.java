package io.windlass.csi.node;

import io.windlass.proto.mounter.VolumeReport;
import java.util.Optional;

/**
 * A mount as a scrape sees it.
 *
 * @param id by which its mounter knows it
 * @param volume id of the volume
 * @param report of its mounter; empty if that does not report it
 */
record SeenMount(String id, String volume, MountState state, Optional<VolumeReport> report) {
  /**
   * Returns what is seen of a mount.
   *
   * @param lives whether its session can be served, by this mounter or the next
   */
  static SeenMount of(String id, String volume, boolean lives, Optional<VolumeReport> report) {
    Optional<VolumeReport> served = report.filter(_ -> lives);
    MountState without = lives ? MountState.SILENT : MountState.DEAD;
    return new SeenMount(id, volume, served.map(MountState::of).orElse(without), served);
  }
}
