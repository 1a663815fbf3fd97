package io.windlass.csi.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.mounter.VolumeReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MountTotalsTest {
  private final MountTotals totals = new MountTotals();

  private static VolumeReport read(String id, long bytes) {
    return VolumeReport.newBuilder().setId(id).setBytesRead(bytes).build();
  }

  private double readAfter(VolumeReport... reports) {
    return readAfter(
        Stream.of(reports).map(VolumeReport::getId).collect(Collectors.toSet()), reports);
  }

  private double readAfter(Set<String> attached, VolumeReport... reports) {
    Map<MountCounter, Double> all = totals.with(List.of(reports), attached);
    return all.getOrDefault(MountCounter.READ, 0.0);
  }

  @Test
  void neverDecrease() {
    assertThat(readAfter(read("a", 10), read("b", 5))).isEqualTo(15);
    assertThat(readAfter(read("a", 12), read("b", 5))).isEqualTo(17);
    assertThat(readAfter(read("b", 5))).as("a is gone").isEqualTo(17);
    assertThat(readAfter(Set.of("b"))).as("the mounter is silent").isEqualTo(17);
    assertThat(readAfter(read("b", 5))).as("it answers again").isEqualTo(17);
    assertThat(readAfter(read("b", 2))).as("another mounter counts anew").isEqualTo(19);
    assertThat(readAfter(read("b", 3), read("c", 1))).isEqualTo(21);
  }
}
