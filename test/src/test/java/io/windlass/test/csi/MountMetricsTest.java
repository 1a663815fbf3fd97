package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Scrape;
import io.windlass.test.launcher.Launch;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A node's metrics tell what its mounts do, whatever state their mounter is in. */
@RealServer(MinioServer.class)
@LongForm(
    gate = {"MetricsTest", "MountTotalsTest", "OperationTimesTest"},
    reason = "it measures how long a scrape takes while a mounter is frozen")
class MountMetricsTest {
  /** Longer than a scrape may take while the mounter is silent, for a busy machine. */
  private static final Duration BOUND = Duration.ofSeconds(15);

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Optional<Double> mounts(Scrape scrape, String state) {
    return scrape.value("windlass_mounts", "state", state);
  }

  @Test
  void tellWhatAMountDoesAndWhetherItIsServed(MinioServer server) throws Exception {
    int port = LoopbackPort.free();
    DriverSetup setup =
        DriverSetup.minio(server).with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + port);
    try (CsiPlugin plugin = CsiPlugin.start(setup)) {
      NodeCaller volume =
          NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER));
      try {
        volume.stage();
        Path target = volume.publish("one");
        beActive(target);
        await().atMost(PATIENCE).untilAsserted(() -> requireActivity(port, volume));
        requireUnpublished(port, volume, target);
        requireDocumented(port);
        requireNoSecrets(port, setup, volume);
        requireRecords(port, setup);
        requireNoHangingScrape(port, plugin, volume);
        plugin.killMounter();
        await()
            .atMost(PATIENCE)
            .until(
                () -> Scrape.of(port).value("windlass_mounter_replaced_total").orElseThrow() >= 1);
        volume.unpublish("one");
        volume.unstage();
        Scrape after = Scrape.of(port);
        assertThat(mounts(after, "served")).hasValue(0.0);
        assertThat(after.text()).doesNotContain(volume.volumeId());
      } catch (Exception | Error e) {
        e.addSuppressed(new DriverOutput(plugin.process()));
        throw e;
      }
    }
  }

  private static void beActive(Path target) throws IOException {
    Files.write(target.resolve("file"), new byte[100_000]);
    assertThat(Files.readAllBytes(target.resolve("file"))).hasSize(100_000);
  }

  /** An operation may be counted after its answer. */
  private static void requireActivity(int port, NodeCaller volume) throws IOException {
    Scrape scrape = Scrape.of(port);
    String id = volume.volumeId();
    assertThat(mounts(scrape, "served")).hasValue(1.0);
    assertThat(scrape.value("windlass_mount_state", "volume", id, "state", "served")).hasValue(1.0);
    assertThat(scrape.value("windlass_mount_bytes_total", "volume", id, "direction", "written"))
        .hasValue(100_000.0);
    assertThat(scrape.value("windlass_mount_requests_total", "volume", id).orElseThrow())
        .isGreaterThan(3);
    assertThat(scrape.value("windlass_mount_operation_seconds_count", "operation", "write"))
        .hasValueSatisfying(count -> assertThat(count).isPositive());
    assertThat(
            scrape.value(
                "windlass_mount_operation_seconds_bucket", "operation", "flush", "le", "+Inf"))
        .hasValueSatisfying(count -> assertThat(count).isPositive());
    assertThat(scrape.value("windlass_staging_free_bytes").orElseThrow()).isPositive();
    assertThat(scrape.value("windlass_memory_budget_bytes").orElseThrow()).isPositive();
    assertThat(scrape.value("windlass_mounter_up")).hasValue(1.0);
    assertThat(scrape.value("windlass_build_info")).hasValue(1.0);
    assertThat(scrape.value("windlass_mount_failing", "volume", id)).hasValue(0.0);
  }

  private static void requireUnpublished(int port, NodeCaller volume, Path target)
      throws IOException {
    String id = volume.volumeId();
    try (OutputStream open = Files.newOutputStream(target.resolve("open"))) {
      open.write(new byte[5_000]);
      Scrape scrape = Scrape.of(port);
      assertThat(scrape.value("windlass_mount_unpublished_bytes", "volume", id)).hasValue(5_000.0);
      assertThat(scrape.value("windlass_mount_unpublished_files", "volume", id)).hasValue(1.0);
      await()
          .atMost(PATIENCE)
          .until(() ->
              Scrape.of(port)
                      .value("windlass_mount_unpublished_oldest_seconds", "volume", id)
                      .orElseThrow()
                  > 0);
    }
    Scrape scrape = Scrape.of(port);
    assertThat(scrape.value("windlass_mount_unpublished_bytes", "volume", id)).hasValue(0.0);
    assertThat(scrape.value("windlass_mount_unpublished_oldest_seconds", "volume", id))
        .hasValue(0.0);
  }

  /** What is served is in the documents, and of a node and its mounts nothing else is there. */
  private static void requireDocumented(int port) throws IOException {
    String page = Files.readString(Launch.root().resolve("docs/OPERATIONS.md"));
    Set<String> documented =
        Pattern.compile("(?m)^\\| `(windlass_[a-z_]+)`")
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(documented).containsAll(Scrape.of(port).names());
    assertThat(Scrape.of(port).names())
        .containsAll(
            documented.stream()
                .filter(name -> name.matches("windlass_(mount|mounter|memory|staging|build).*"))
                .toList());
  }

  private static void requireNoSecrets(int port, DriverSetup setup, NodeCaller volume)
      throws IOException {
    String ring = Files.readString(setup.keys()).strip();
    assertThat(Scrape.of(port).text()).doesNotContain(ring);
    assertThat(volume.publishContext()).isNotEmpty();
    for (String value : volume.publishContext().values()) {
      if (value.length() > 40) { // the sealed credential
        assertThat(Scrape.of(port).text()).doesNotContain(value);
      }
    }
  }

  private static void requireRecords(int port, DriverSetup setup) throws IOException {
    String key = Keyring.parse(Secret.of(Files.readString(setup.keys()))).current();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> {
          Scrape scrape = Scrape.of(port);
          assertThat(scrape.value("windlass_records", "kind", "volumes"))
              .hasValueSatisfying(count -> assertThat(count).isPositive());
          assertThat(scrape.value("windlass_claims_stuck", "kind", "volumes")).isPresent();
          assertThat(scrape.value("windlass_grants_by_key", "key", key))
              .hasValueSatisfying(count -> assertThat(count).isPositive());
        });
  }

  private static void requireNoHangingScrape(int port, CsiPlugin plugin, NodeCaller volume) {
    long mounter = plugin.mounter().pid();
    Programs.signal("STOP", mounter);
    try {
      for (int i = 0; i < 3; i++) {
        long began = System.nanoTime();
        Scrape scrape = Scrape.of(port);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(BOUND);
        assertThat(mounts(scrape, "silent")).hasValue(1.0);
        assertThat(scrape.value("windlass_mounter_up")).hasValue(0.0);
        assertThat(scrape.value("windlass_mount_requests_total", "volume", volume.volumeId()))
            .as("absent, and not 0")
            .isEmpty();
        assertThat(Scrape.page(port, "/healthz")).isEqualTo("ok\n");
      }
    } finally {
      Programs.signal("CONT", mounter);
    }
    await()
        .atMost(PATIENCE)
        .until(() -> mounts(Scrape.of(port), "served").equals(Optional.of(1.0)));
  }

  @Test
  void canBeSumsOverAllVolumes(MinioServer server) throws Exception {
    int port = LoopbackPort.free();
    DriverSetup setup =
        DriverSetup.minio(server)
            .with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + port)
            .with("WINDLASS_CSI_METRICS_VOLUMES", "false");
    try (CsiPlugin plugin = CsiPlugin.start(setup)) {
      List<NodeCaller> volumes =
          List.of(
              NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER)),
              NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER)));
      for (NodeCaller volume : volumes) {
        volume.stage();
        Files.write(volume.publish("one").resolve("file"), new byte[1_000]);
      }
      Scrape both = Scrape.of(port);
      assertThat(both.text()).doesNotContain("volume=");
      assertThat(both.value("windlass_mount_bytes_total", "direction", "written"))
          .hasValue(2_000.0);
      volumes.getFirst().unpublish("one");
      volumes.getFirst().unstage();
      assertThat(Scrape.of(port).value("windlass_mount_bytes_total", "direction", "written"))
          .as("a counter does not decrease")
          .hasValue(2_000.0);
    }
  }
}
