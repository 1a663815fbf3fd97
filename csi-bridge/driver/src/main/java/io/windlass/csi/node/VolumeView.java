package io.windlass.csi.node;

import io.windlass.proto.csi.VolumeCondition;
import io.windlass.proto.csi.VolumeHealth;
import io.windlass.proto.csi.VolumeHealth.VolumeHealthEntry;
import io.windlass.proto.csi.VolumeHealthErrorType;
import io.windlass.proto.csi.VolumeUsage;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.rpc.Text;
import java.util.List;
import java.util.stream.Collectors;

/** State of a mounted volume that is reported: its usage and its health. */
sealed interface VolumeView {
  /** Totals that are reported for volumes without a bound, as statfs(2) shows them. */
  long UNLIMITED_BYTES = 1L << 60;

  long UNLIMITED_OBJECTS = 1L << 40;

  /**
   * Most bytes of a message of health: Kubernetes puts it into the status of the volume, which
   * takes no longer one. What is wrong may be said in the words of a server, of any length.
   */
  int MESSAGE_BYTES = 1024;

  /** The mounter reported on the volume. */
  record Served(VolumeReport report) implements VolumeView {
    /** For how long written data may wait to be sent before that is reported. */
    private static final long OVERDUE_MS = 60_000;

    private boolean isOverdue() {
      return report.getUnpublished().getOverdueMs() >= OVERDUE_MS;
    }
  }

  /** The mount lives, but the mounter does not answer. */
  record Silent(String why) implements VolumeView {}

  /** The mount is dead: the volume must be mounted anew. */
  record Dead() implements VolumeView {}

  /**
   * Returns the usage in bytes and in objects. Until the content of the volume has been counted,
   * only the totals are known. A volume without a bound has the totals that statfs(2) shows.
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

  /** Returns the volume condition, for specs before 1.13. */
  default VolumeCondition condition() {
    List<VolumeHealthEntry> entries = health("").getHealthStatusesList();
    return entries.isEmpty()
        ? VolumeCondition.newBuilder().setMessage("the volume is served").build()
        : VolumeCondition.newBuilder()
            .setAbnormal(true)
            .setMessage(
                Text.cut(
                    entries.stream()
                        .map(VolumeHealthEntry::getMessage)
                        .collect(Collectors.joining("; ")),
                    MESSAGE_BYTES))
            .build();
  }

  /** Returns the volume health, for spec 1.13; it has no entry if nothing is wrong. */
  default VolumeHealth health(String volumeId) {
    VolumeHealth.Builder health = VolumeHealth.newBuilder().setVolumeId(volumeId);
    switch (this) {
      case Served served -> {
        VolumeReport report = served.report();
        if (!report.getQuarantine().isEmpty()) {
          health.addHealthStatuses(
              entry(VolumeHealthErrorType.DEGRADED, "InQuarantine", report.getQuarantine()));
        }
        if (!report.getTrouble().isEmpty()) {
          health.addHealthStatuses(
              entry(VolumeHealthErrorType.DEGRADED, "RequestsFail", report.getTrouble()));
        }
        if (served.isOverdue()) {
          health.addHealthStatuses(
              entry(
                  VolumeHealthErrorType.DEGRADED,
                  "DataNotSent",
                  UnsentText.of(report.toBuilder().clearTrouble().build())));
        }
      }
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
        .setMessage(Text.cut(message, MESSAGE_BYTES))
        .build();
  }
}
