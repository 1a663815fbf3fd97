package io.windlass.csi.metrics;

import io.windlass.proto.mounter.VolumeReport;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Sums of counters over all mounts that this process has seen. A sum never decreases: what a mount
 * counted stays when it goes, and when its counters begin anew with another mounter.
 */
public final class MountTotals {
  private final Map<MountCounter, Double> totals = new EnumMap<>(MountCounter.class);
  private final Map<String, Map<MountCounter, Long>> last = new HashMap<>();

  /**
   * Adds what the counters of these mounts have grown by since they were seen last.
   *
   * @param attached ids of all mounts of the node: one without a report may come back with its
   *     counters
   */
  public Map<MountCounter, Double> with(Collection<VolumeReport> reports, Set<String> attached) {
    last.keySet().retainAll(attached);
    for (VolumeReport report : reports) {
      Map<MountCounter, Long> before = last.getOrDefault(report.getId(), Map.of());
      Map<MountCounter, Long> now = new EnumMap<>(MountCounter.class);
      for (MountCounter counter : MountCounter.values()) {
        long value = counter.of(report);
        long known = before.getOrDefault(counter, 0L);
        now.put(counter, value);
        totals.merge(counter, (double) (value < known ? value : value - known), Double::sum);
      }
      last.put(report.getId(), now);
    }
    return totals;
  }
}
