package io.windlass.cli.stats;

import io.windlass.proto.mounter.OperationReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How often an operation was answered between two looks, and how long that took.
 *
 * @param count answers
 * @param errors those of them that were errors
 * @param micros the time of all together
 * @param counts answers by time, as {@link OperationReport} has them
 * @param bounds upper bounds of these times in microseconds
 */
record OperationRate(
    String name, long count, long errors, long micros, List<Long> counts, List<Long> bounds) {
  private static final double MOST = 0.99;

  OperationRate {
    counts = List.copyOf(counts);
    bounds = List.copyOf(bounds);
  }

  /** Returns those that were answered since the first of two reports of one process. */
  static List<OperationRate> between(List<OperationReport> before, List<OperationReport> now) {
    Map<String, OperationReport> earlier = new LinkedHashMap<>();
    before.forEach(each -> earlier.put(each.getOperation(), each));
    return now.stream()
        .map(each -> of(earlier.getOrDefault(each.getOperation(), none()), each))
        .filter(each -> each.count > 0)
        .toList();
  }

  private static OperationReport none() {
    return OperationReport.getDefaultInstance();
  }

  private static OperationRate of(OperationReport before, OperationReport now) {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < now.getCountsCount(); i++) {
      counts.add(now.getCounts(i) - (i < before.getCountsCount() ? before.getCounts(i) : 0));
    }
    return new OperationRate(
        now.getOperation(),
        counts.stream().mapToLong(Long::longValue).sum(),
        now.getErrors() - before.getErrors(),
        now.getTotalUs() - before.getTotalUs(),
        counts,
        now.getBoundsUsList());
  }

  /** Returns some operations as one. Their times by bounds are not kept. */
  static OperationRate together(String name, Collection<OperationRate> all) {
    return new OperationRate(
        name,
        all.stream().mapToLong(OperationRate::count).sum(),
        all.stream().mapToLong(OperationRate::errors).sum(),
        all.stream().mapToLong(OperationRate::micros).sum(),
        List.of(),
        List.of());
  }

  /** Returns the mean time in milliseconds; empty if nothing was answered. */
  OptionalDouble mean() {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(micros / 1e3 / count);
  }

  /**
   * Returns a bound in milliseconds within which 99 of 100 were answered; empty if that took longer
   * than the last bound.
   */
  OptionalDouble most() {
    long within = 0;
    for (int i = 0; i < bounds.size(); i++) {
      within += counts.get(i);
      if (within >= MOST * count) {
        return OptionalDouble.of(bounds.get(i) / 1e3);
      }
    }
    return OptionalDouble.empty();
  }
}
