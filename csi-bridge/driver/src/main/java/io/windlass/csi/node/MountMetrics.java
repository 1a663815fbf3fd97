package io.windlass.csi.node;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.windlass.csi.metrics.MetricFamilies;
import io.windlass.csi.metrics.MountCounter;
import io.windlass.csi.metrics.MountGauge;
import io.windlass.csi.metrics.MountTotals;
import io.windlass.csi.metrics.MounterLook;
import io.windlass.csi.metrics.MounterMetrics;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of a node's mounts, which are asked from the mounter at each scrape. What a mounter that
 * does not answer or an older one does not tell is absent, and never 0.
 *
 * <p>The label {@code volume} has the ids of the volumes that are attached to the node; a setting
 * takes it away, and each metric is then one sum over all volumes.
 */
final class MountMetrics implements MultiCollector {
  private static final Logger log = LoggerFactory.getLogger(MountMetrics.class);

  private final NodeRecords records;
  private final NodeMounts mounts;
  private final MounterLook mounter;
  private final Keeper keeper;
  private final UnsentGuard unsent;
  private final CredentialRenewals renewals;
  private final Path staging;
  private final boolean volumes;
  private final MountTotals totals = new MountTotals();
  private final ReentrantLock asking = new ReentrantLock();
  private volatile MetricSnapshots last = MetricSnapshots.of();

  /**
   * Creates the metrics.
   *
   * @param unsent counts what volumes left behind that were unstaged
   * @param renewals counts credentials that were renewed, and that could not be
   * @param staging directory whose disk holds files while they are written
   * @param volumes whether metrics name the volume that they are about, by a label
   */
  MountMetrics(
      NodeRecords records,
      NodeMounts mounts,
      Keeper keeper,
      UnsentGuard unsent,
      CredentialRenewals renewals,
      Path staging,
      boolean volumes) {
    this.records = records;
    this.mounts = mounts;
    this.mounter = new MounterLook(keeper.run());
    this.keeper = keeper;
    this.unsent = unsent;
    this.renewals = renewals;
    this.staging = staging;
    this.volumes = volumes;
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
    List<SeenMount> seen = seen(report);
    MountState.add(seen, volumes, families);
    counters(seen, families);
    gauges(seen, families);
    MounterMetrics.add(report, keeper.replacements(), families);
    left(families);
    credentials(families);
    disk(families);
    return families.snapshots();
  }

  private List<SeenMount> seen(Optional<Report> report) {
    Map<String, VolumeReport> reports =
        report.map(Report::getVolumesList).orElse(List.of()).stream()
            .collect(Collectors.toMap(VolumeReport::getId, Function.identity(), (one, _) -> one));
    List<NodeRecord> all = records.all();
    Set<NodeRecord> living = living(all);
    return all.stream()
        .map(record ->
            SeenMount.of(
                record.id(),
                record.volumeId(),
                living.contains(record),
                Optional.ofNullable(reports.get(record.id()))))
        .toList();
  }

  private Set<NodeRecord> living(List<NodeRecord> all) {
    try {
      return mounts.living(all);
    } catch (IOException e) {
      log.debug("the mount table cannot be read", e);
      return Set.copyOf(all);
    }
  }

  private void counters(List<SeenMount> seen, MetricFamilies families) {
    if (!volumes) {
      totals
          .with(
              seen.stream().flatMap(each -> each.report().stream()).toList(),
              seen.stream().map(SeenMount::id).collect(Collectors.toSet()))
          .forEach((counter, value) -> families.counter(counter, counter.labels(), value));
      return;
    }
    Map<String, Map<MountCounter, Double>> sums = new TreeMap<>();
    for (SeenMount each : seen) {
      each.report()
          .ifPresent(report -> {
            Map<MountCounter, Double> sum =
                sums.computeIfAbsent(each.volume(), _ -> new EnumMap<>(MountCounter.class));
            for (MountCounter counter : MountCounter.values()) {
              sum.merge(counter, (double) counter.of(report), Double::sum);
            }
          });
    }
    sums.forEach((volume, sum) ->
        sum.forEach((counter, value) ->
            families.counter(counter, counter.labels().add("volume", volume), value)));
  }

  private void gauges(List<SeenMount> seen, MetricFamilies families) {
    for (MountGauge gauge : MountGauge.values()) {
      Map<Labels, Double> values = new TreeMap<>();
      for (SeenMount each : seen) {
        Labels labels = volumes ? Labels.of("volume", each.volume()) : Labels.EMPTY;
        each.report().stream()
            .flatMapToDouble(report -> gauge.of(report).stream())
            .forEach(value -> values.merge(labels, value, gauge::together));
      }
      values.forEach(
          (labels, value) -> families.gauge(gauge.metric(), gauge.help(), labels, value));
    }
  }

  private void left(MetricFamilies families) {
    families.counter(
        "windlass_unstaged_unsent_files",
        "Files that were not on their server when their volumes were unstaged at last",
        Labels.EMPTY,
        (double) unsent.leftFiles());
    families.counter(
        "windlass_unstaged_unsent_bytes",
        "Bytes of these files that were not on their server",
        Labels.EMPTY,
        (double) unsent.leftBytes());
  }

  private void credentials(MetricFamilies families) {
    families.counter(
        "windlass_credential_renewals",
        "Credentials of volumes that were renewed",
        Labels.EMPTY,
        (double) renewals.renewals());
    families.counter(
        "windlass_credential_renewal_failures",
        "Attempts to renew a credential that failed",
        Labels.EMPTY,
        (double) renewals.failures());
    families.gauge(
        "windlass_credential_renewals_failing",
        "Mounts whose credential could not be renewed at the last attempt",
        Labels.EMPTY,
        (double) renewals.failing());
  }

  private void disk(MetricFamilies families) {
    try {
      FileStore disk = Files.getFileStore(staging);
      families.gauge(
          "windlass_staging_free_bytes",
          "Free space of the disk that holds files while they are written",
          Labels.EMPTY,
          (double) disk.getUsableSpace());
      families.gauge(
          "windlass_staging_size_bytes",
          "Size of the disk that holds files while they are written",
          Labels.EMPTY,
          (double) disk.getTotalSpace());
    } catch (IOException e) {
      log.debug("{} cannot be looked at", staging, e);
    }
  }
}
