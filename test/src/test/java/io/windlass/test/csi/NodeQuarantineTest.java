package io.windlass.test.csi;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeHealth.VolumeHealthEntry;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Scrape;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.test.mount.Installation;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume alone is in service whenever the mounter of a node dies. */
@RealServer(MinioServer.class)
class NodeQuarantineTest {
  private static final VolumeCapability WRITER =
      NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER, "metadata-ttl=0");

  @Test
  @LongForm(gate = "QuarantineTest", reason = "the same with the processes of a node")
  void itGetsAMounterOfItsOwnUntilItIsStagedAgain(
      PrivateServer<MinioServer> minio, @TempDir Path scratch) throws Exception {
    Installation installed = Installation.of(scratch, "1.0.0-test", "1.1.0-test");
    int port = LoopbackPort.free();
    DriverSetup setup =
        DriverSetup.minio(minio.server())
            .from(installed.directory())
            .with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + port);
    try (CsiPlugin plugin = CsiPlugin.start(setup)) {
      NodeCaller guilty = NodeCaller.attached(plugin, WRITER);
      NodeCaller neighbour = NodeCaller.attached(plugin, WRITER);
      guilty.stage();
      neighbour.stage();
      Path there = guilty.publish("one");
      Path beside = neighbour.publish("two");
      Files.writeString(there.resolve("file"), "content");
      Files.writeString(beside.resolve("file"), "of the neighbour");

      minio.pause(); // so that its request is in service when the mounter dies
      CompletableFuture<String> reading = read(there.resolve("file"));
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Duration> longest = longestLook(beside, over);
      for (int deaths = 0; deaths < 2; deaths++) {
        await().until(() -> inService(setup) == 1);
        plugin.killMounter(2);
      }
      await().until(() -> reasons(guilty).contains("InQuarantine"));
      over.set(true);
      BuildOutput.say("the neighbour's longest call took %s".formatted(longest.get()));
      minio.resume();
      assertThat(reading.get()).isEqualTo("content");
      assertThat(beside.resolve("file")).hasContent("of the neighbour");
      assertThat(reasons(neighbour)).isEmpty();
      RunDirectory quarantine = new RunDirectory(setup.run()).quarantine();
      long apart = MounterReports.ask(quarantine).getPid();
      assertThat(apart).isNotEqualTo(plugin.mounter().pid());

      ProcessHandle.of(apart).orElseThrow().destroyForcibly();
      Files.writeString(there.resolve("file"), "written in quarantine");
      plugin.killMounter();
      plugin.restart();
      assertThat(there.resolve("file")).hasContent("written in quarantine");
      assertThat(beside.resolve("file")).hasContent("of the neighbour");
      assertThat(reasons(guilty)).contains("InQuarantine");
      Scrape scrape = Scrape.of(port);
      assertThat(scrape.value("windlass_mounts", "state", "quarantined")).hasValue(1.0);
      assertThat(
              scrape.value(
                  "windlass_mount_state", "volume", guilty.volumeId(), "state", "quarantined"))
          .hasValue(1.0);

      installed.swap();
      Outcome upgrade =
          Launch.of(
                  List.of(
                      installed.launcher().toString(),
                      "upgrade",
                      "--run-directory",
                      setup.run().toString()))
              .run();
      assertThat(upgrade.status()).as(upgrade.err()).isZero();
      assertThat(upgrade.out()).contains("1.0.0-test -> 1.1.0-test, in quarantine");
      assertThat(MounterReports.ask(quarantine).getVersion()).isEqualTo("1.1.0-test");
      assertThat(there.resolve("file")).hasContent("written in quarantine");
      assertThat(beside.resolve("file")).hasContent("of the neighbour");

      guilty.leave("one");
      await().until(() -> !Files.exists(quarantine.mounterSocket()));
      guilty.stage();
      assertThat(guilty.publish("one").resolve("file")).hasContent("written in quarantine");
      assertThat(reasons(guilty)).isEmpty();
    }
  }

  /** In a thread of its own, as it waits in the kernel. */
  private static CompletableFuture<String> read(Path file) {
    CompletableFuture<String> content = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            content.complete(Files.readString(file));
          } catch (Throwable e) {
            content.completeExceptionally(e);
          }
        });
    return content;
  }

  /** Has a program look at a directory without end; returns how long its longest call took. */
  private static CompletableFuture<Duration> longestLook(Path directory, AtomicBoolean over) {
    CompletableFuture<Duration> longest = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            long most = 0;
            while (!over.get()) {
              long began = System.nanoTime();
              var _ =
                  Files.getFileStore(directory).getTotalSpace(); // asks the mounter, not the server
              most = Math.max(most, System.nanoTime() - began);
              LockSupport.parkNanos(50_000_000); // seldom in service itself
            }
            longest.complete(Duration.ofNanos(most));
          } catch (Throwable e) {
            longest.completeExceptionally(e);
          }
        });
    return longest;
  }

  private static List<String> reasons(NodeCaller volume) {
    return volume.health().stream().map(VolumeHealthEntry::getReason).toList();
  }

  /** Returns how many volumes have requests in service, by the record that mounters leave. */
  private static long inService(DriverSetup setup) {
    try (Stream<Path> states = Files.list(setup.run().resolve("volumes"))) {
      return states.filter(state -> isInService(state.resolve("in-service"))).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isInService(Path record) {
    try {
      return ByteBuffer.wrap(Files.readAllBytes(record)).order(LITTLE_ENDIAN).getInt() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
