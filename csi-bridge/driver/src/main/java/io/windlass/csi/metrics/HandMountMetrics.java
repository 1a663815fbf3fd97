package io.windlass.csi.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Metrics of a mount by hand, which its keeper asks from the mounter at each scrape. They have the
 * names of a node's, and no volume: each such mount has its own address.
 */
public final class HandMountMetrics implements MultiCollector {
  private final Keeper keeper;
  private final MounterLook mounter;
  private final MountTotals totals = new MountTotals();
  private final ReentrantLock asking = new ReentrantLock();
  private volatile MetricSnapshots last = MetricSnapshots.of();

  public HandMountMetrics(Keeper keeper) {
    this.keeper = keeper;
    this.mounter = new MounterLook(keeper.run());
  }

  /** Returns the metrics. One scrape at a time asks the mounter; others get what the last got. */
  @Override
  public MetricSnapshots collect() {
    if (asking.tryLock()) {
      try {
        last = ask();
      } finally {
        asking.unlock();
      }
    }
    return last;
  }

  private MetricSnapshots ask() {
    Optional<Report> report = mounter.report();
    MetricFamilies families = new MetricFamilies();
    List<VolumeReport> reports = report.map(Report::getVolumesList).orElse(List.of());
    for (Volume volume : keeper.volumes()) {
      families.info(
          "windlass_mount",
          "Directory of a mount by hand, and its bucket",
          Labels.of("directory", volume.getMountPoint(), "bucket", volume.getSource().getUri()));
    }
    totals
        .with(reports, keeper.volumes().stream().map(Volume::getId).collect(Collectors.toSet()))
        .forEach((counter, value) -> families.counter(counter, counter.labels(), value));
    for (MountGauge gauge : MountGauge.values()) {
      reports.stream()
          .flatMapToDouble(each -> gauge.of(each).stream())
          .reduce(gauge::together)
          .ifPresent(value -> families.gauge(gauge.metric(), gauge.help(), Labels.EMPTY, value));
    }
    MounterMetrics.add(report, keeper.replacements(), families);
    return families.snapshots();
  }
}
