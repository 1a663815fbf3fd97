package io.windlass.test.pods;

import io.windlass.test.driver.DriverSetup;
import io.windlass.test.launcher.Launch;
import io.windlass.testing.BothForms;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The plugin and the mounter as two pods, which are told to end in the same second while programs
 * write and read: they see no error and no wrong byte, and go on. The first who are told are of the
 * older version, if there is one.
 *
 * <p>{@code -Dwindlass.pods.rounds=N} does so N times.
 */
@RealServer(MinioServer.class)
@BothForms
class StopTogetherTest {
  private static final int ROUNDS = TestForm.amount("windlass.pods.rounds", 1, 100);

  @Test
  void programsGoOn(MinioServer server) throws Exception {
    PodTrial.during(
        new Namespaces(Optional.empty()),
        DriverSetup.minio(server).from(PodTrial.older()),
        (node, workload) -> {
          node.upgrade(Launch.distribution());
          for (int round = 0; round < ROUNDS; round++) {
            node.tellBothToEnd();
            workload.awaitMore(node);
          }
        });
  }
}
