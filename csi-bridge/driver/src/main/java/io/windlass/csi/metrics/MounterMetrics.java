package io.windlass.csi.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.windlass.proto.mounter.MemoryReport;
import io.windlass.proto.mounter.OperationReport;
import io.windlass.proto.mounter.Report;
import java.util.Optional;

/** Metrics of the mounter of a node: what concerns all mounts together. */
public final class MounterMetrics {
  private MounterMetrics() {}

  public static void add(Optional<Report> report, long replacements, MetricFamilies families) {
    families.gauge(
        "windlass_mounter_up",
        "1 if the mounter answered the scrape, 0 if not",
        Labels.EMPTY,
        report.isPresent() ? 1 : 0);
    families.counter(
        "windlass_mounter_replaced",
        "How often another mounter took over the mounts",
        Labels.EMPTY,
        (double) replacements);
    report.ifPresent(told -> {
      families.info(
          "windlass_mounter", "Version of the mounter", Labels.of("version", told.getVersion()));
      told.getOperationsList().forEach(operation -> operation(operation, families));
      if (told.hasMemory()) {
        memory(told.getMemory(), families);
      }
    });
  }

  private static void operation(OperationReport report, MetricFamilies families) {
    Labels labels = Labels.of("operation", report.getOperation());
    families.histogram(
        "windlass_mount_operation_seconds",
        "Answers to requests of the kernel, for all volumes together",
        labels,
        report.getBoundsUsList().stream().map(bound -> bound / 1e6).toList(),
        report.getCountsList(),
        report.getTotalUs() / 1e6);
    families.counter(
        "windlass_mount_operation_errors",
        "Requests that failed, without those for what is not there",
        labels,
        (double) report.getErrors());
  }

  private static void memory(MemoryReport memory, MetricFamilies families) {
    families.gauge(
        "windlass_memory_budget_bytes",
        "Most memory that the mounter uses for data that is read",
        Labels.EMPTY,
        (double) memory.getLimitBytes());
    families.gauge(
        "windlass_memory_budget_used_bytes",
        "Memory that holds data that was read, with what can be given up for other reads",
        Labels.EMPTY,
        (double) memory.getUsedBytes());
    families.counter(
        "windlass_memory_budget_waited_seconds",
        "How long reads waited for memory, all together",
        Labels.EMPTY,
        memory.getWaitedUs() / 1e6);
  }
}
