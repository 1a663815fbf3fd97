package io.windlass.test.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.driver.DriverSetup;
import io.windlass.test.image.Podman;
import io.windlass.testing.Alone;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plugin and the mounter as two containers of the image, with what the chart allows them:
 * programs see no error when both are told to end in the same second.
 *
 * <p>{@code -Dwindlass.pods.containers.rounds=N} does so N times.
 */
@RealServer(MinioServer.class)
@Alone("it measures how long programs wait")
@LongForm(gate = "StopTogetherTest", reason = "the same with containers of the image")
class ContainerPodsTest {
  private static final int ROUNDS = Integer.getInteger("windlass.pods.containers.rounds", 2);

  @Test
  void bothAreToldToEndInTheSameSecond(MinioServer server) throws Exception {
    Containers containers = new Containers(Podman.load(System.getenv()));
    PodTrial.during(
        containers,
        DriverSetup.minio(server).with("WINDLASS_LOG_FORMAT", "json"),
        (node, workload) -> {
          for (int round = 0; round < ROUNDS; round++) {
            node.tellBothToEnd();
            workload.awaitMore(node);
          }
          assertThat(node.mounterLog().lines())
              .as("each line of the mounter's log is an object of JSON, as the plugin's is")
              .isNotEmpty()
              .allSatisfy(line -> JsonMapper.shared().readTree(line).required("message"));
        });
  }
}
