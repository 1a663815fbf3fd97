package io.windlass.test.csi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.windlass.linux.MountPoint;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeHealth.VolumeHealthEntry;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever is wrong with a mount, every call to the node ends in time and with the right code, and
 * the workload gets out: it can be unpublished and unstaged, and nothing stays mounted.
 */
@RealServer(MinioServer.class)
@Execution(ExecutionMode.CONCURRENT) // in the long form each waits for what hangs
class NodeTroubleTest {
  /** No call to a node takes longer, whatever hangs. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final VolumeCapability WRITER =
      NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER, "metadata-ttl=0");

  /** Those of which nobody has to wait for the end; all on one plugin. */
  @Test
  void everyCallHasItsCode(PrivateServer<MinioServer> minio) throws Exception {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(minio.server()))) {
      for (NodeTrouble trouble :
          List.of(NodeTrouble.KEY_REVOKED, NodeTrouble.BUCKET_GONE, NodeTrouble.MOUNT_DEAD)) {
        Map<NodeCall, Duration> _ = everyCall(trouble, plugin, minio);
      }
    }
  }

  @ParameterizedTest
  @LongForm(
      gate = "NodeTroubleTest.everyCallHasItsCode",
      reason = "it measures how long calls wait for what hangs")
  @EnumSource
  void everyCallEndsAndTheWorkloadGetsOut(NodeTrouble trouble, PrivateServer<MinioServer> minio)
      throws Exception {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(minio.server()))) {
      Map<NodeCall, Duration> times = everyCall(trouble, plugin, minio);
      System.out.printf("%s: %s%n", trouble, times);
      assertThat(times)
          .allSatisfy((call, time) -> assertThat(time).as(call.name()).isLessThan(BOUND));
    }
  }

  private static Map<NodeCall, Duration> everyCall(
      NodeTrouble trouble, CsiPlugin plugin, PrivateServer<MinioServer> minio) throws Exception {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Files.writeString(volume.publish("one").resolve("file"), "content");
    Runnable end = trouble.begin(plugin, volume, minio);
    try {
      Process user = cat(volume.target("one").resolve("unseen"));
      trouble
          .health()
          .ifPresent(expected ->
              assertThat(volume.health())
                  .extracting(VolumeHealthEntry::getStatus)
                  .containsExactly(expected));
      Map<NodeCall, Duration> times = requireCodes(trouble, plugin, volume);
      requireGone(plugin, volume);
      await().until(() -> !user.isAlive());
      return times;
    } catch (Exception | Error e) {
      e.addSuppressed(new DriverOutput(plugin.process()));
      throw e;
    } finally {
      end.run();
    }
  }

  /** Returns how long each call took. */
  private static Map<NodeCall, Duration> requireCodes(
      NodeTrouble trouble, CsiPlugin plugin, NodeCaller volume) {
    List<String> violations = new ArrayList<>();
    Map<NodeCall, Duration> times = new TreeMap<>();
    for (NodeCall call : EnumSet.complementOf(EnumSet.of(NodeCall.PROBE))) {
      long start = System.nanoTime();
      var status = CallStatus.of(() -> call.make(plugin, volume.once()));
      times.put(call, Duration.ofNanos(System.nanoTime() - start));
      if (!trouble.codes(call).contains(status.getCode())) {
        violations.add("%s: %s, and not %s".formatted(call, status, trouble.codes(call)));
      }
    }
    assertThat(violations).as(trouble.name()).isEmpty();
    // What backends answered is believed for a few seconds.
    await().until(() -> trouble.codes(NodeCall.PROBE).contains(NodeCaller.code(volume::probe)));
    return times;
  }

  /** A program that looks at a file, and waits for as long as nobody answers it. */
  private static Process cat(Path file) throws IOException {
    return Programs.process("cat", file.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void requireGone(CsiPlugin plugin, NodeCaller volume) {
    volume.unpublish("two");
    volume.unpublish("one");
    assertThat(volume.target("one")).doesNotExist();
    volume.unstage();
    assertThat(plugin.mounted()).isEmpty();
    volume.unpublish("one");
    volume.unstage();
  }

  /** Nobody serves the volume; what is staged on disk says what is not sent. */
  @Test
  void aVolumeOfADeadMountStaysStagedWhileDataIsNotSent(MinioServer server) throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path file = volume.publish("one").resolve("file");
      FileChannel made =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      plugin.killBoth();
      assertThatIOException().isThrownBy(made::close);
      volume.unpublish("one");
      var refused = CallStatus.of(volume.once()::unstage);
      assertThat(refused.getCode()).isEqualTo(Code.UNAVAILABLE);
      assertThat(refused.getDescription()).contains("1 file with 0 bytes", "its mount is dead");
      volume.stage();
      assertThat(volume.publish("one").resolve("file")).isEmptyFile();
      volume.unpublish("one");
      await().until(() -> NodeCaller.code(volume.once()::unstage) == Code.OK);
      assertThat(plugin.mounted()).isEmpty();
    }
  }

  @Test
  @LongForm(
      gate = "UnsentGuardTest",
      reason = "a program waits real seconds for a server that is silent")
  void aVolumeStaysStagedWhileDataIsNotSent(PrivateServer<MinioServer> minio) throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(minio.server()))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path file = volume.publish("one").resolve("file");
      Files.writeString(file, "content");
      // Opened before, which may ask the server.
      FileChannel open = FileChannel.open(file, StandardOpenOption.APPEND);
      minio.pause();
      try {
        open.write(ByteBuffer.wrap(" more".getBytes(UTF_8)));
        assertThatIOException().isThrownBy(open::close);
        volume.unpublish("one");
        var refused = CallStatus.of(volume.once()::unstage);
        assertThat(refused.getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(refused.getDescription()).contains("1 file with 5 bytes");
        assertThat(plugin.mounted()).hasSize(1);
      } finally {
        minio.resume();
      }
      await().until(() -> NodeCaller.code(volume.once()::unstage) == Code.OK);
      assertThat(plugin.mounted()).isEmpty();
      volume.stage();
      assertThat(volume.publish("one").resolve("file")).hasContent("content more");
    }
  }

  /** The descriptors are the mounter's alone then: to mount anew would take mounts from users. */
  @Test
  @LongForm(
      gate = "CsiHandoverTest",
      reason = "calls wait real seconds for a mounter that is frozen")
  void aPluginThatFindsASilentMounterWaitsForIt(MinioServer server) throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "before");
      List<MountPoint> mounts = plugin.mounted();
      long mounter = plugin.mounter().pid();
      Programs.signal("STOP", mounter);
      try {
        plugin.restart();
        assertThat(NodeCaller.code(() -> volume.once().publish("one"))).isEqualTo(Code.UNAVAILABLE);
        assertThat(plugin.mounted()).isEqualTo(mounts);
      } finally {
        Programs.signal("CONT", mounter);
      }
      await().until(() -> NodeCaller.code(() -> volume.once().publish("one")) == Code.OK);
      assertThat(plugin.mounted()).isEqualTo(mounts);
      assertThat(plugin.mounter().pid()).isEqualTo(mounter);
      assertThat(target.resolve("file")).hasContent("before");
      Files.writeString(target.resolve("file"), "after");
      plugin.killMounter(); // the plugin has the descriptors again
      assertThat(target.resolve("file")).hasContent("after");
    }
  }
}
