package io.windlass.csi.node;

import io.windlass.proto.csi.VolumeCondition;
import io.windlass.proto.csi.VolumeHealth;
import io.windlass.proto.csi.VolumeHealth.VolumeHealthEntry;
import io.windlass.proto.csi.VolumeHealthErrorType;
import io.windlass.proto.csi.VolumeUsage;
import io.windlass.proto.mounter.VolumeReport;
import java.util.List;

/** What of a mounted volume is told: its usage, and how it does. */
sealed interface VolumeView {
  /** Sizes of what has no bound, as statfs(2) shows them. */
  long UNLIMITED_BYTES = 1L << 60;

  long UNLIMITED_OBJECTS = 1L << 40;

  /** The mounter told of it. */
  record Served(VolumeReport report) implements VolumeView {}

  /** Its mount lives, and the mounter does not answer. */
  record Silent(String why) implements VolumeView {}

  /** It has to be mounted anew. */
  record Dead() implements VolumeView {}

  /**
   * Bytes and objects. Until what the volume holds has been counted, only the totals are known;
   * what has no bound has the totals that statfs(2) shows.
   */
  static List<VolumeUsage> usage(VolumeReport report) {
    boolean known = report.hasUsage();
    return List.of(
        usage(
            VolumeUsage.Unit.BYTES,
            orElse(report.getCapacityBytes(), UNLIMITED_BYTES),
            known,
            report.getUsage().getBytes()),
        usage(
            VolumeUsage.Unit.INODES,
            orElse(report.getCapacityObjects(), UNLIMITED_OBJECTS),
            known,
            report.getUsage().getObjects()));
  }

  private static long orElse(long bound, long otherwise) {
    return bound > 0 ? bound : otherwise;
  }

  private static VolumeUsage usage(VolumeUsage.Unit unit, long total, boolean known, long used) {
    VolumeUsage.Builder usage = VolumeUsage.newBuilder().setUnit(unit).setTotal(total);
    if (known) {
      usage.setUsed(used).setAvailable(Math.max(0, total - used));
    }
    return usage.build();
  }

  /** For specs before 1.13. */
  default VolumeCondition condition() {
    return health("").getHealthStatusesList().stream()
        .findFirst()
        .map(entry ->
            VolumeCondition.newBuilder().setAbnormal(true).setMessage(entry.getMessage()).build())
        .orElseGet(() -> VolumeCondition.newBuilder().setMessage("the volume is served").build());
  }

  /** For spec 1.13: no entry where nothing is wrong. */
  default VolumeHealth health(String volumeId) {
    VolumeHealth.Builder health = VolumeHealth.newBuilder().setVolumeId(volumeId);
    switch (this) {
      case Served(VolumeReport report) when report.getTrouble().isEmpty() -> {}
      case Served(VolumeReport report) ->
          health.addHealthStatuses(
              entry(VolumeHealthErrorType.DEGRADED, "RequestsFail", report.getTrouble()));
      case Silent(String why) ->
          health.addHealthStatuses(
              entry(VolumeHealthErrorType.DEGRADED, "MounterDoesNotAnswer", why));
      case Dead() ->
          health.addHealthStatuses(
              entry(
                  VolumeHealthErrorType.INACCESSIBLE,
                  "MountIsDead",
                  "the mount is dead: the next NodePublishVolume mounts it anew"));
    }
    return health.build();
  }

  private static VolumeHealthEntry entry(
      VolumeHealthErrorType status, String reason, String message) {
    return VolumeHealthEntry.newBuilder()
        .setStatus(status)
        .setReason(reason)
        .setMessage(message)
        .build();
  }
}
