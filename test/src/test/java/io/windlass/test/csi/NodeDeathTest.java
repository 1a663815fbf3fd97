package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.windlass.linux.MountPoint;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Processes die and hang, keys are revoked, servers go: what workloads and the CO see of it. */
@RealServer(MinioServer.class)
@Execution(ExecutionMode.CONCURRENT) // most wait for what hangs
class NodeDeathTest {
  private static final VolumeCapability WRITER =
      NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER, "metadata-ttl=0");

  @Test
  @LongForm(gate = "CsiHandoverTest", reason = "the same step by step, with a plugin of its own")
  void workloadsDoNotNoticeThatThePluginDies(MinioServer server) throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "before");
      String nodeId = volume.nodeId();
      List<MountPoint> mounts = plugin.mounted();
      long mounter = plugin.mounter().pid();

      plugin.process().kill();
      assertThat(target.resolve("file")).hasContent("before");
      plugin.process().start();

      assertThat(plugin.mounter().pid()).isEqualTo(mounter);
      assertThat(volume.nodeId()).isEqualTo(nodeId);
      volume.stage();
      volume.publish("one");
      assertThat(plugin.mounted()).isEqualTo(mounts);
      await()
          .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
          .until(() -> volume.stats(target).getUsageCount() == 2);
      Files.writeString(volume.publish("two").resolve("file"), "after");
      assertThat(target.resolve("file")).hasContent("after");
      volume.unpublish("one");
      volume.unpublish("two");
      volume.unstage();
      assertThat(plugin.mounted()).isEmpty();
    }
  }

  @Test
  @LongForm(
      gate = {"CsiHandoverTest", "MountKillTest"},
      reason = "another order of the same deaths")
  void workloadsWaitWhileAnotherMounterComes(MinioServer server) throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "before");
      plugin.killMounter();
      assertThat(target.resolve("file")).hasContent("before");
      Files.writeString(target.resolve("file"), "after");
      plugin.restart();
      plugin.killMounter();
      assertThat(target.resolve("file")).hasContent("after");
    }
  }

  @Test
  @LongForm(
      gate = {
        "NodeVolumesTest.podsOfTwoGroupsShareTheGroupOfTheFirst",
        "NodeTroubleTest.everyCallHasItsCode"
      },
      reason = "more mounts of volumes that die together")
  void whatDiedIsMountedAnewByTheNextPublish(MinioServer server) throws IOException {
    DriverSetup setup = DriverSetup.minio(server);
    try (CsiPlugin plugin = CsiPlugin.start(setup)) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      Path reader = volume.publish("reader", true);
      Files.writeString(target.resolve("file"), "before");
      NodeCaller left = NodeCaller.attached(plugin, WRITER);
      left.stage();
      Files.writeString(left.publish("one").resolve("file"), "sent");
      assertThat(staged(setup)).hasSize(2);

      plugin.killBoth();
      assertThat(Files.isReadable(target.resolve("file"))).isFalse();
      assertThat(NodeCaller.code(() -> volume.stats(target))).isEqualTo(Status.Code.UNAVAILABLE);

      volume.publish("one");
      assertThat(target.resolve("file")).hasContent("before");
      volume.publish("reader", true);
      assertThat(reader.resolve("file")).hasContent("before");
      left.unpublish("one");
      left.unstage();
      assertThat(plugin.mounted()).hasSize(3);
      assertThat(staged(setup)).as("no mounter ended the other volume").hasSize(2);
      plugin.restart();
      assertThat(staged(setup)).as("it belongs to no volume").hasSize(1);
      assertThat(target.resolve("file")).hasContent("before");
      volume.unpublish("one");
      volume.unpublish("reader");
      volume.unstage();
      assertThat(plugin.mounted()).isEmpty();
    }
  }

  /** Returns the directories of volumes in that for what is being written. */
  private static List<Path> staged(DriverSetup setup) throws IOException {
    try (Stream<Path> all = Files.list(setup.staging())) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  /** Tests a node whose kubelet's directory is mounted on itself: both mounts are listed. */
  @Test
  @LongForm(
      gate = {
        "NodeVolumesTest.podsOfTwoGroupsShareTheGroupOfTheFirst",
        "MountTableTest.whatIsHiddenIsNotSeen"
      },
      reason = "the same below a mount of something else")
  void deadMountsThatAreHiddenAreInNobodysWay(MinioServer server) throws Exception {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "before");
      plugin.killBoth();
      try (HidingMount _ = HidingMount.over(plugin.mounts())) {
        volume.publish("one");
        assertThat(target.resolve("file")).hasContent("before");
        volume.publish("one");
        assertThat(plugin.mounted()).hasSize(2);
        volume.unpublish("one");
        assertThat(target).isEmptyDirectory(); // the kernel keeps it for the hidden mount
        volume.unstage();
        assertThat(plugin.mounted()).isEmpty();
      }
    }
  }

  @Test
  @LongForm(gate = "LoggingTest", reason = "a plugin of its own for a format of logs")
  void theMounterLogsAsItsPluginDoes(MinioServer server) throws IOException {
    DriverSetup setup = DriverSetup.minio(server).with("WINDLASS_LOG_FORMAT", "text");
    try (CsiPlugin plugin = CsiPlugin.start(setup)) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      String serves = "serves s3://" + volume.bucket() + "/ at " + volume.staging();
      await()
          .untilAsserted(() ->
              assertThat(Files.readAllLines(setup.err()))
                  .anySatisfy(line -> assertThat(line).contains(serves))
                  .noneSatisfy(line -> assertThat(line).startsWith("{")));
    }
  }

  @Test
  @LongForm(
      gate = {
        "NodeVolumesTest.podsOfTwoGroupsShareTheGroupOfTheFirst",
        "MountLifeTest.hungMountsAreSeenAndRemoved"
      },
      reason = "calls wait real seconds for a mounter that is frozen")
  void whatHangsIsTakenAwayFromTheWorkload(MinioServer server) {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      long mounter = plugin.mounter().pid();
      Programs.signal("STOP", mounter);
      try {
        volume.publish("one");
        assertThat(NodeCaller.code(() -> volume.stats(target))).isEqualTo(Status.Code.UNAVAILABLE);
        volume.unpublish("one");
        assertThat(target).doesNotExist();
        volume.unstage();
        assertThat(plugin.mounted()).isEmpty();
      } finally {
        Programs.signal("CONT", mounter);
      }
    }
  }

  @Test
  @LongForm(
      gate = "NodeVolumesTest.healthTellsOfTroubleUntilItIsOver",
      reason = "the same with other kinds of keys")
  void aNewKeyReachesTheMountThatLives(MinioServer server) throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller made = NodeCaller.attached(plugin, WRITER);
      NodeCaller volume = NodeCaller.of(plugin, "static", WRITER);
      String old = user(server);
      volume.with(made.volumeId(), Map.of(), secret(server, old)).stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "content");
      List<MountPoint> mounts = plugin.mounted();

      MinioAccounts.remove(server, old);
      assertThat(Files.isReadable(target.resolve("unseen"))).isFalse();
      volume.with(made.volumeId(), Map.of(), secret(server, user(server))).publish("one");

      Files.writeString(target.resolve("new"), "with the new key");
      assertThat(target.resolve("file")).hasContent("content");
      assertThat(plugin.mounted()).isEqualTo(mounts);

      plugin.killMounter(); // the next one knows the new key, too
      assertThat(target.resolve("new")).hasContent("with the new key");
    }
  }

  private static String user(MinioServer server) {
    String name = UniqueName.of("user");
    MinioAccounts.addAdministrator(server, name, Secret.of(name + "-secret"));
    return name;
  }

  private static Map<String, String> secret(MinioServer server, String user) {
    return Map.of(
        "accessKeyId",
        user,
        "secretAccessKey",
        user + "-secret",
        "endpoint",
        server.endpoint().toString());
  }

  @Test
  @LongForm(
      gate = "NodeTroubleTest.everyCallHasItsCode",
      reason = "calls wait real seconds for a server that is frozen")
  void aServerThatRefusesOrIsSilentHasACode(PrivateServer<MinioServer> minio) {
    MinioServer server = minio.server();
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(server))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      NodeCaller gone = NodeCaller.of(plugin, "gone", WRITER);
      gone.with("store/no-such-bucket", Map.of(), secret(server, user(server)));
      assertThat(NodeCaller.code(gone::stage)).isEqualTo(Status.Code.NOT_FOUND);
      gone.with(volume.volumeId(), Map.of(), secret(server, "nobody"));
      assertThat(NodeCaller.code(gone::stage)).isEqualTo(Status.Code.UNAUTHENTICATED);
      volume.detach();
      assertThat(NodeCaller.code(volume::stage))
          .isIn(Status.Code.UNAUTHENTICATED, Status.Code.PERMISSION_DENIED);
      NodeCaller other = NodeCaller.attached(plugin, WRITER);
      NodeCaller misled =
          NodeCaller.of(plugin, "misled", WRITER).with(volume.volumeId(), Map.of(), Map.of());
      assertThat(NodeCaller.code(misled::stage)).isEqualTo(Status.Code.INVALID_ARGUMENT);
      minio.pause();
      try {
        assertThat(NodeCaller.code(other.once()::stage)).isEqualTo(Status.Code.UNAVAILABLE);
      } finally {
        minio.resume();
      }
      await()
          .untilAsserted(() -> assertThat(CallStatus.of(other.once()::stage)).isSameAs(Status.OK));
      assertThat(plugin.mounted()).hasSize(1);
    }
  }

  @Test
  @LongForm(
      gate = "NodeTroubleTest.everyCallHasItsCode",
      reason = "calls wait real seconds for a server that is frozen")
  void whatIsMountedFromASilentServerIsTakenAwayToo(PrivateServer<MinioServer> minio)
      throws IOException {
    try (CsiPlugin plugin = CsiPlugin.start(DriverSetup.minio(minio.server()))) {
      NodeCaller volume = NodeCaller.attached(plugin, WRITER);
      volume.stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "content");
      minio.pause();
      try {
        volume.publish("one");
        assertThat(volume.stats(target).getUsageCount()).isEqualTo(2);
        volume.unpublish("one");
        volume.unstage();
        assertThat(plugin.mounted()).isEmpty();
      } finally {
        minio.resume();
      }
    }
  }
}
