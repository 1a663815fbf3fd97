package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.windlass.csi.metrics.MetricFamilies;
import io.windlass.proto.mounter.VolumeReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Alerts and the dashboard go by these metrics. */
class MountStateTest {
  private static final Optional<VolumeReport> SERVED =
      Optional.of(VolumeReport.getDefaultInstance());
  private static final Optional<VolumeReport> QUARANTINED =
      Optional.of(VolumeReport.newBuilder().setQuarantine("mounters ended").build());

  private static final List<SeenMount> MOUNTS =
      List.of(
          SeenMount.of("1", "store/a", true, SERVED),
          SeenMount.of("2", "store/b", true, QUARANTINED),
          SeenMount.of("3", "store/c", true, Optional.empty()),
          SeenMount.of("4", "store/d", false, SERVED));

  private static Map<Labels, Double> gauge(String name, boolean volumes) {
    MetricFamilies families = new MetricFamilies();
    MountState.add(MOUNTS, volumes, families);
    MetricSnapshots all = families.snapshots();
    return all.stream()
        .filter(each -> each.getMetadata().getName().equals(name))
        .flatMap(each -> ((GaugeSnapshot) each).getDataPoints().stream())
        .collect(
            Collectors.toMap(
                GaugeSnapshot.GaugeDataPointSnapshot::getLabels,
                GaugeSnapshot.GaugeDataPointSnapshot::getValue));
  }

  @Test
  void mountsAreCountedByState() {
    assertThat(gauge("windlass_mounts", true))
        .containsOnly(
            Map.entry(Labels.of("state", "served"), 1.0),
            Map.entry(Labels.of("state", "quarantined"), 1.0),
            Map.entry(Labels.of("state", "silent"), 1.0),
            Map.entry(Labels.of("state", "dead"), 1.0));
  }

  @Test
  void aVolumeIsInOneState() {
    assertThat(gauge("windlass_mount_state", true))
        .hasSize(16)
        .containsEntry(Labels.of("volume", "store/b", "state", "quarantined"), 1.0)
        .containsEntry(Labels.of("volume", "store/b", "state", "served"), 0.0)
        .containsEntry(Labels.of("volume", "store/a", "state", "quarantined"), 0.0);
    assertThat(gauge("windlass_mount_state", false)).as("that name no volume").isEmpty();
  }
}
