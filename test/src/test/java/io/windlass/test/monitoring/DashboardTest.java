package io.windlass.test.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.csi.NodeCaller;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.launcher.Launch;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each query of the dashboard finds something in a Prometheus that scrapes a driver under load. */
@LongForm(
    gate = {"MonitoringFilesTest", "MetricsTest"},
    reason = "a Prometheus that scrapes every second, and queries about the last minutes")
@RealServer(MinioServer.class)
class DashboardTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void everyPanelShowsADriverUnderLoad(MinioServer server) throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    DriverSetup setup =
        DriverSetup.minio(server).with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + port);
    Path rules = Launch.root().resolve("deploy/chart/files/alerts.yaml");
    try (CsiPlugin plugin = CsiPlugin.start(setup);
        Prometheus prometheus = Prometheus.start(directory, port, rules)) {
      try {
        NodeCaller volume =
            NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER));
        volume.stage();
        Path target = volume.publish("one");
        List<Panel.Query> left =
            new ArrayList<>(
                Dashboard.rows().values().stream()
                    .flatMap(List::stream)
                    .flatMap(panel -> panel.queries().stream())
                    .toList());
        assertThat(left).hasSizeGreaterThan(25);
        await()
            .atMost(PATIENCE)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofSeconds(1))
            .ignoreExceptionsInstanceOf(UncheckedIOException.class)
            .untilAsserted(() -> {
              load(plugin, target);
              left.removeIf(query -> isAnswered(prometheus.query(query.expression())));
              assertThat(left).as("queries that found nothing").isEmpty();
            });
        assertThat(prometheus.healthOfRules()).isNotEmpty().containsOnly("ok");
      } catch (Exception | Error e) {
        e.addSuppressed(new DriverOutput(plugin.process()));
        throw e;
      }
    }
  }

  private static boolean isAnswered(List<JsonNode> series) {
    return series.stream().anyMatch(each -> !each.at("/value/1").asString().equals("NaN"));
  }

  /** Reads and writes, and makes calls that succeed and one that fails. */
  private static void load(CsiPlugin plugin, Path target) throws IOException {
    for (int i = 0; i < 5; i++) {
      Path file = target.resolve("file" + i);
      Files.write(file, new byte[10_000]);
      assertThat(Files.readAllBytes(file)).hasSize(10_000);
    }
    IdentityGrpc.newBlockingStub(plugin.channel()).probe(ProbeRequest.getDefaultInstance());
    Code code =
        NodeCaller.code(() ->
            NodeGrpc.newBlockingStub(plugin.channel())
                .nodeGetVolumeStats(
                    NodeGetVolumeStatsRequest.newBuilder()
                        .setVolumeId("store/none")
                        .setVolumePath("/nowhere")
                        .build()));
    assertThat(code).isEqualTo(Code.NOT_FOUND);
  }
}
