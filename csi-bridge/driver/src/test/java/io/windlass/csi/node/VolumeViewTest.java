package io.windlass.csi.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.csi.VolumeHealth.VolumeHealthEntry;
import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.VolumeReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of volumes that are not well. */
class VolumeViewTest {
  private static final String LONG = "ü".repeat(3000);

  /** Kubernetes: 256 bytes of a reason, 1,024 of a message, 16 entries. */
  @Test
  void healthFitsIntoTheStatusThatKubernetesHasForIt() {
    VolumeReport bad =
        VolumeReport.newBuilder()
            .setQuarantine(LONG)
            .setTrouble(LONG)
            .setUnpublished(Unpublished.newBuilder().setFiles(1).setOverdueMs(1 << 20))
            .build();
    for (VolumeView view :
        List.of(new VolumeView.Served(bad), new VolumeView.Silent(LONG), new VolumeView.Dead())) {
      assertThat(view.health("volume").getHealthStatusesList())
          .isNotEmpty()
          .hasSizeLessThan(16)
          .allSatisfy(each -> assertThat(fits(each)).as(each.getReason()).isTrue());
      assertThat(view.condition().getMessage().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(1024);
    }
  }

  private static boolean fits(VolumeHealthEntry entry) {
    return entry.getReason().getBytes(UTF_8).length <= 256
        && entry.getMessage().getBytes(UTF_8).length <= 1024;
  }
}
