package io.windlass.csi.metrics;

import io.windlass.proto.mounter.VolumeReport;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;

/** Gauges of a mount, as a mounter reports them. */
public enum MountGauge {
  FAILING(
      "windlass_mount_failing",
      "Mounts whose requests fail because of the server or the local disk",
      Double::sum,
      report -> OptionalDouble.of(report.getTrouble().isEmpty() ? 0 : 1)),
  OPEN_FILES(
      "windlass_mount_open_files",
      "Open files and directories",
      Double::sum,
      report -> OptionalDouble.of((double) report.getOpenFiles())),
  UNPUBLISHED_BYTES(
      "windlass_mount_unpublished_bytes",
      "Bytes that were written and are not on the server yet",
      Double::sum,
      report -> unpublished(report, (double) report.getUnpublished().getBytes())),
  UNPUBLISHED_FILES(
      "windlass_mount_unpublished_files",
      "Files with changes that are not on the server yet",
      Double::sum,
      report -> unpublished(report, (double) report.getUnpublished().getFiles())),
  UNPUBLISHED_OLDEST(
      "windlass_mount_unpublished_oldest_seconds",
      "Age of the oldest change that is not on the server yet",
      Math::max,
      report -> unpublished(report, report.getUnpublished().getOldestMs() / 1e3)),
  UNPUBLISHED_OVERDUE(
      "windlass_mount_unpublished_overdue_seconds",
      "How long a file that no program writes any more has waited to be published",
      Math::max,
      report -> unpublished(report, report.getUnpublished().getOverdueMs() / 1e3)),
  STAGED(
      "windlass_mount_staged_bytes",
      "Bytes on local disk of files that are written",
      Double::sum,
      report ->
          report.hasStagedBytes()
              ? OptionalDouble.of((double) report.getStagedBytes())
              : OptionalDouble.empty());

  private final String metric;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // a method reference
  private final DoubleBinaryOperator together;

  @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
  private final Function<VolumeReport, OptionalDouble> value;

  MountGauge(
      String metric,
      String help,
      DoubleBinaryOperator together,
      Function<VolumeReport, OptionalDouble> value) {
    this.metric = metric;
    this.help = help;
    this.together = together;
    this.value = value;
  }

  private static OptionalDouble unpublished(VolumeReport report, double value) {
    return report.hasUnpublished() ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  public String metric() {
    return metric;
  }

  public String help() {
    return help;
  }

  /** Returns the value for two mounts together. */
  public double together(double one, double other) {
    return together.applyAsDouble(one, other);
  }

  /** Returns the value; empty if the mounter does not report it. */
  public OptionalDouble of(VolumeReport report) {
    return value.apply(report);
  }
}
