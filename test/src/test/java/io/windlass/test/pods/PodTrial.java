package io.windlass.test.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.csi.NodeCaller;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.launcher.Launch;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Programs that work on a volume of a node while something happens to its pods.
 *
 * <p>{@code -Dwindlass.pods.from=DIRECTORY} names the directory of an older distribution, from
 * which some upgrade; without it, that of this build takes its place.
 */
final class PodTrial {
  /** Length of the file that is read, in blocks of 16 KiB, where it does not matter. */
  private static final int BLOCKS = 256;

  private static final VolumeCapability WRITER =
      NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER, "metadata-ttl=1s");

  private PodTrial() {}

  /** Returns the directory of the distribution from which is upgraded. */
  static Path older() {
    return Optional.ofNullable(System.getProperty("windlass.pods.from"))
        .map(Path::of)
        .orElseGet(Launch::distribution);
  }

  /** What is done to the pods. */
  interface Events {
    void happen(PodNode node, PodPrograms workload) throws Exception;
  }

  /** The same with a small file. */
  static void during(PodRuntime runtime, DriverSetup setup, Events events, String... options)
      throws Exception {
    during(runtime, setup, BLOCKS, events, options);
  }

  /**
   * Has events happen while programs work, which must see no error and no wrong byte. Afterwards
   * nothing stays mounted.
   *
   * @param blocks length of the file that is read, in blocks of 16 KiB
   * @param options further options of the mounter
   */
  static void during(
      PodRuntime runtime, DriverSetup setup, int blocks, Events events, String... options)
      throws Exception {
    try (PodNode node = PodNode.start(runtime, setup, options)) {
      try {
        node.awaitReady();
        NodeCaller volume = NodeCaller.attached(node.plugin(), WRITER);
        volume.stage();
        Path target = volume.publish("one");
        try (PodPrograms workload = PodPrograms.start(target, blocks)) {
          workload.awaitMore(node);
          events.happen(node, workload);
          workload.awaitMore(node);
          assertThat(workload.finish()).isEmpty();
          System.out.printf(
              "two pods: %d operations, longest wait %d ms%n",
              workload.operations(), workload.longest().toMillis());
        }
        volume.unpublish("one");
        volume.unstage();
        assertThat(node.plugin().mounted()).isEmpty();
      } catch (Exception | Error e) {
        e.addSuppressed(new AssertionError(node.output()));
        throw e;
      }
    }
  }
}
