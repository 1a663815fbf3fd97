package io.windlass.csi.node;

import io.prometheus.metrics.model.snapshots.Labels;
import io.windlass.csi.metrics.MetricFamilies;
import io.windlass.proto.mounter.VolumeReport;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** State of a mount, as metrics have it. */
enum MountState {
  /** The mounter serves it. */
  SERVED,
  /** A mounter of its own serves it, or is to. */
  QUARANTINED,
  /** It lives, and its mounter does not answer. */
  SILENT,
  /** Its session is over: it has to be mounted anew. */
  DEAD;

  static MountState of(VolumeReport report) {
    return report.getQuarantine().isEmpty() ? SERVED : QUARANTINED;
  }

  /**
   * Adds the metrics of all states.
   *
   * @param volumes whether metrics name the volume that they are about, by a label
   */
  static void add(List<SeenMount> mounts, boolean volumes, MetricFamilies families) {
    for (MountState state : values()) {
      String name = state.name().toLowerCase(Locale.ROOT);
      families.gauge(
          "windlass_mounts",
          "Mounts of this node by state",
          Labels.of("state", name),
          (double) mounts.stream().filter(each -> each.state() == state).count());
      if (volumes) {
        mounts.stream()
            .collect(
                Collectors.toMap(
                    SeenMount::volume,
                    each -> each.state() == state,
                    Boolean::logicalOr,
                    TreeMap::new))
            .forEach((volume, is) ->
                families.gauge(
                    "windlass_mount_state",
                    "1 for the state that a mount of the volume is in",
                    Labels.of("volume", volume, "state", name),
                    is ? 1 : 0));
      }
    }
  }
}
