package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverSetup;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One process of a node dies while the other, which has just started, takes over from it. */
class CsiHandoverTest {
  private static final int VOLUMES = 10;

  /** The mounter has all mounts as soon as it has begun with the first. */
  @Test
  void thePluginDiesWhileANewMounterTakesOver() {
    try (CsiPlugin node = CsiPlugin.start(DriverSetup.local())) {
      CsiCalls calls = CsiCalls.alone(node.channel(), new SplittableRandom(1));
      try {
        var volumes =
            IntStream.range(0, VOLUMES)
                .mapToObj(i ->
                    new StormVolume(
                        "handed-over-" + i,
                        Map.of(),
                        calls.nodeId(),
                        node.mounts().resolve(Integer.toString(i)),
                        calls))
                .toList();
        for (StormVolume volume : volumes) {
          volume.create();
          IntStream.range(0, 3).forEach(_ -> volume.rise());
          MountedFiles.write(volume.target().resolve("before"), new byte[] {1});
        }
        node.killMounter(1);
        node.restart();
        for (StormVolume volume : volumes) {
          MountedFiles.write(volume.target().resolve("after"), new byte[] {2});
          assertThat(MountedFiles.read(volume.target())).containsOnlyKeys("before", "after");
        }
        new NodeAudit(node)
            .requireExactly(
                new CsiHoldings(
                    volumes.stream().map(StormVolume::held).toList(), Map.of(), Set.of()));
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(node.process()));
        throw e;
      }
    }
  }
}
