package io.windlass.test.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.launcher.Launch;
import io.windlass.testing.Alone;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The plugin and the mounter as two pods, which end in every way that pods do, while programs write
 * and read: they see no error and no wrong byte, and only wait. {@link StopTogetherTest} has both
 * end at once.
 */
@RealServer(MinioServer.class)
@Alone("it measures how long programs wait, and limits memory")
@LongForm(
    gate = {"StopTogetherTest", "ExternalMounterTest"},
    reason = "programs work without end beside it, and it measures how long they wait")
class TwoPodsTest {
  private static final PodRuntime PLAIN = new Namespaces(Optional.empty());

  /** Far more than the limit of {@link #theMounterAtItsMemoryLimit}. */
  private static final int MANY_BLOCKS = 8192;

  private static final int LOADED_OPERATIONS = 3_000;
  private static final long SLACK = 24L << 20;

  /**
   * What is right for an older version that does not know the interlock. The mounter is first: it
   * knows what an older plugin says, and an older mounter may not know what a newer plugin says.
   */
  @Test
  void theMounterIsUpgradedAndThenThePlugin(MinioServer server) throws Exception {
    DriverSetup setup = DriverSetup.minio(server).from(PodTrial.older());
    PodNode.giveDirectories(setup); // plugins before the interlock did not
    PodTrial.during(
        PLAIN,
        setup,
        (node, workload) -> {
          node.upgrade(Launch.distribution());
          node.tellMounterAndThenPluginToEnd();
          workload.awaitMore(node);
        });
  }

  @Test
  void oneIsKilledAfterTheOther(MinioServer server) throws Exception {
    PodTrial.during(
        PLAIN,
        DriverSetup.minio(server),
        (node, workload) -> {
          node.mounter().kill();
          node.keepUntil(node::isHandedOver);
          workload.awaitMore(node);
          node.killPlugin();
          node.keepUntil(node::isHandedOver);
          workload.awaitMore(node);
          node.mounter().kill();
          node.keepUntil(node::isHandedOver);
        });
  }

  /** Nobody can hold the mounts but the mounter, which is told to end: it waits for a plugin. */
  @Test
  void oneThatIsAloneWaitsForTheOther(MinioServer server) throws Exception {
    PodTrial.during(
        PLAIN,
        DriverSetup.minio(server),
        (node, workload) -> {
          node.killPlugin();
          node.tellMounterToEnd();
          node.tellMounterToEnd(); // changes nothing
          node.awaitWithoutRestarts(workload);
          node.keepUntil(node::isHandedOver);
        });
  }

  @Test
  void theMounterAtItsMemoryLimit(MinioServer server) throws Exception {
    Optional<MemoryGroup> made = MemoryGroup.make();
    assumeThat(made)
        .as("this machine lets nobody make a control group, so memory is not limited")
        .isPresent();
    try (MemoryGroup group = made.get()) {
      PodTrial.during(
          new Namespaces(made),
          DriverSetup.minio(server),
          MANY_BLOCKS,
          (node, workload) -> {
            group.limit(node.mounterMemory() + SLACK);
            int[] kills = {0};
            int before = workload.operations();
            node.keepUntil(() -> {
              kills[0] += node.mounter().runs() ? 0 : 1;
              return workload.operations() > before + LOADED_OPERATIONS
                  || !workload.failure().isEmpty();
            });
            System.out.printf("the mounter was killed at its limit %d times%n", kills[0]);
            group.limit(Long.MAX_VALUE / 2);
          },
          "--memory",
          "512Mi");
    }
  }

  /** A rolling update waits for it, and who looks at the pods sees it. */
  @Test
  void theMounterIsReadyWhileAPluginIsConnected(MinioServer server) throws Exception {
    int port = LoopbackPort.free();
    URI probes = URI.create("http://127.0.0.1:%d/".formatted(port));
    try (HttpClient http = HttpClient.newHttpClient();
        PodNode node =
            PodNode.start(
                PLAIN, DriverSetup.minio(server), "--metrics-address", "127.0.0.1:" + port)) {
      node.awaitReady();
      assertThat(get(http, probes, "readyz").statusCode()).isEqualTo(200);
      assertThat(get(http, probes, "metrics").body()).contains("jvm_memory_used_bytes");
      node.killPlugin();
      await().until(() -> get(http, probes, "readyz").statusCode() == 503);
      assertThat(get(http, probes, "readyz").body()).isEqualTo("no node plugin is connected\n");
      assertThat(get(http, probes, "healthz").statusCode()).isEqualTo(200);
      node.awaitReady();
      assertThat(get(http, probes, "readyz").statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<String> get(HttpClient http, URI server, String path)
      throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString());
  }

  @Test
  void theMounterHasNoRights(MinioServer server) throws Exception {
    try (PodNode node = PodNode.start(PLAIN, DriverSetup.minio(server))) {
      node.awaitReady();
      assertThat(
              Files.readAllLines(Path.of("/proc", "" + node.mounter().program().pid(), "status")))
          .contains("NoNewPrivs:\t1", "CapEff:\t0000000000000000", "CapBnd:\t0000000000000000")
          .anyMatch(line -> line.startsWith("Uid:\t65532\t65532"));
    }
  }
}
