package io.windlass.csi.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the series of one scrape into the metrics that they belong to. Used by one thread. */
public final class MetricFamilies {
  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<String, HistogramSnapshot.Builder> histograms = new LinkedHashMap<>();
  private final Map<String, InfoSnapshot.Builder> infos = new LinkedHashMap<>();

  public void gauge(String name, String help, Labels labels, double value) {
    gauges
        .computeIfAbsent(name, _ -> GaugeSnapshot.builder().name(name).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /** Adds a series of a counter, named without the suffix {@code _total}. */
  public void counter(String name, String help, Labels labels, double value) {
    counters
        .computeIfAbsent(name, _ -> CounterSnapshot.builder().name(name).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  public void counter(MountCounter counter, Labels labels, double value) {
    counter(counter.family().metric(), counter.family().help(), labels, value);
  }

  /** Adds a series of an info, named without the suffix {@code _info}. */
  public void info(String name, String help, Labels labels) {
    infos
        .computeIfAbsent(name, _ -> InfoSnapshot.builder().name(name).help(help))
        .dataPoint(InfoDataPointSnapshot.builder().labels(labels).build());
  }

  /**
   * Adds a series of a histogram.
   *
   * @param bounds upper bounds, ascending
   * @param counts values up to each bound and above the one before, and those above all bounds
   */
  void histogram(
      String name, String help, Labels labels, List<Double> bounds, List<Long> counts, double sum) {
    List<Double> all = new ArrayList<>(bounds);
    all.add(Double.POSITIVE_INFINITY);
    if (all.size() != counts.size()) {
      // A mounter of another version counts in a way that is not known here.
      return;
    }
    histograms
        .computeIfAbsent(name, _ -> HistogramSnapshot.builder().name(name).help(help))
        .dataPoint(
            HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(all, counts))
                .sum(sum)
                .build());
  }

  public MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(each -> all.metricSnapshot(each.build()));
    counters.values().forEach(each -> all.metricSnapshot(each.build()));
    histograms.values().forEach(each -> all.metricSnapshot(each.build()));
    infos.values().forEach(each -> all.metricSnapshot(each.build()));
    return all.build();
  }
}
