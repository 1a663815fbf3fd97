package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.windlass.linux.MountPoint;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodeGetStorageHealthRequest;
import io.windlass.proto.csi.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.windlass.proto.csi.StorageHealthErrorType;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeHealthErrorType;
import io.windlass.proto.csi.VolumeUsage;
import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.MinioSession;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the Node service with real mounts of buckets on MinIO. */
@RealServer(MinioServer.class)
class NodeVolumesTest {
  private static final VolumeCapability WRITER = NodeCaller.capability(Mode.SINGLE_NODE_WRITER);

  private static Optional<CsiPlugin> shared = Optional.empty();

  private CsiPlugin plugin;

  @BeforeEach
  void start(MinioServer server) {
    plugin = usable(server);
  }

  /** One in which a test that failed has left something is not used again. */
  private static CsiPlugin usable(MinioServer server) {
    if (shared.filter(each -> each.mounted().isEmpty()).isEmpty()) {
      stop();
      shared =
          Optional.of(
              CsiPlugin.start(
                  DriverSetup.minio(server)
                      .with("WINDLASS_CSI_IN_USE_TIMEOUT", "100ms")
                      .with("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:" + LoopbackPort.free())
                      .with("WINDLASS_CSI_ENDPOINTS", server.endpoint() + ",http://127.0.0.1:9")));
    }
    return shared.orElseThrow();
  }

  @AfterAll
  static void stop() {
    shared.ifPresent(CsiPlugin::close);
    shared = Optional.empty();
  }

  @Test
  void whatAWorkloadWritesIsThereForTheNext() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Path target = volume.publish("one");
    Files.writeString(target.resolve("file"), "written");
    await().until(() -> usage(volume, target, VolumeUsage.Unit.INODES).getUsed() == 1);
    VolumeUsage bytes = usage(volume, target, VolumeUsage.Unit.BYTES);
    assertThat(bytes.getTotal()).isEqualTo(NodeCaller.CAPACITY);
    assertThat(bytes.getUsed()).isEqualTo("written".length());
    assertThat(bytes.getAvailable()).isEqualTo(NodeCaller.CAPACITY - "written".length());

    volume.unpublish("one");
    assertThat(target).doesNotExist();
    volume.unstage();
    assertThat(plugin.mounted()).isEmpty();
    assertThat(plugin.files().stream().map(Path::getFileName).map(Path::toString))
        .containsExactly("node-key");

    volume.stage();
    assertThat(volume.publish("two").resolve("file")).hasContent("written");
    volume.unpublish("two");
    volume.unstage();
    volume.detachAndDelete();
  }

  @Test
  void aVolumeHasAReadAheadAndASizeOfRequestsOfItsOwn() throws IOException {
    NodeCaller volume =
        NodeCaller.attached(
            plugin,
            NodeCaller.capability(Mode.SINGLE_NODE_WRITER, "read-ahead=4Mi", "max-read=128Ki"));
    volume.stage();
    MountPoint mount =
        plugin.mounted().stream()
            .filter(each -> each.path().equals(volume.staging()))
            .findAny()
            .orElseThrow();
    assertThat(
            Path.of("/sys/class/bdi/%d:%d/read_ahead_kb".formatted(mount.major(), mount.minor())))
        .hasContent("4096");
    assertThat(Files.readAllLines(Path.of("/proc/self/mountinfo")))
        .filteredOn(line -> line.contains(volume.staging().toString()))
        .singleElement(STRING)
        .contains("max_read=131072");
    volume.unstage();
    volume.detachAndDelete();
  }

  /** Asks until it is told: a mounter that has no processor time is taken for one that is gone. */
  private static VolumeUsage usage(NodeCaller volume, Path path, VolumeUsage.Unit unit) {
    return await()
        .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
        .until(() -> volume.stats(path), _ -> true)
        .getUsageList()
        .stream()
        .filter(each -> each.getUnit() == unit)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsRepeatedIsDoneAndWhatIsRefusedLeavesNothing() {
    NodeCaller single =
        NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_SINGLE_WRITER));
    single.stage();
    single.stage();
    single.publish("one");
    single.publish("one");
    assertThat(NodeCaller.code(() -> single.publish("two"))).isNotEqualTo(Status.Code.OK);
    assertThat(single.target("two")).doesNotExist();
    single.unpublish("one");
    single.unpublish("one");
    single.publish("two");
    single.unpublish("two");
    single.unstage();
    single.unstage();
    assertThat(plugin.mounted()).isEmpty();
  }

  /** The kernel's table of mounts escapes some of them, and not others. */
  @Test
  void pathsMayHaveAnyCharacters() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    String name = "a\r\nb\t \\#\u0085\u2028ü\ud83e\udea3 - c";
    Path target = volume.publish(name);
    plugin.killMounter();
    Files.writeString(target.resolve("file"), "written");
    assertThat(plugin.mounted())
        .extracting(MountPoint::path)
        .containsExactlyInAnyOrder(volume.staging(), target);
    volume.publishAt(target);
    assertThat(target.resolve("file")).hasContent("written");
    volume.unpublish(name);
    assertThat(target).doesNotExist();
    volume.unstage();
    assertThat(plugin.mounted()).isEmpty();
  }

  @Test
  void noVolumeIsPutInTheWayOfAnother() throws IOException {
    NodeCaller first = NodeCaller.attached(plugin, WRITER);
    first.stage();
    Path target = first.publish("one");
    Files.writeString(target.resolve("file"), "first");
    NodeCaller second =
        NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER));
    second.stage();
    for (Path taken : List.of(target, target.resolve("below"), first.staging(), plugin.mounts())) {
      Status refusal = CallStatus.of(() -> second.publishAt(taken));
      assertThat(refusal.getCode()).as(taken.toString()).isEqualTo(Status.Code.ALREADY_EXISTS);
      assertThat(refusal.getDescription()).contains("conflicts with volume");
    }
    assertThat(NodeCaller.code(() -> second.publishAt(second.staging())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(NodeCaller.code(() -> second.publishAt(second.staging().resolve("below"))))
        .isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(target.resolve("file")).hasContent("first");
    assertThat(target).isDirectoryNotContaining(path -> path.endsWith("below"));
    assertThat(plugin.mounted())
        .extracting(MountPoint::path)
        .containsExactlyInAnyOrder(first.staging(), target, second.staging());

    first.unpublish("one");
    second.publishAt(target);
    assertThat(target.resolve("file")).doesNotExist();
    second.unpublishAt(target);
    second.unstage();
    first.unstage();
  }

  @Test
  void ofTwoThatAreToBeOneWithinTheOtherAtOnceOneIs() throws Exception {
    Path outer = plugin.mounts().resolve("outer");
    NodeCaller above = NodeCaller.attached(plugin, WRITER).at(outer);
    NodeCaller below = NodeCaller.attached(plugin, WRITER).at(outer.resolve("inner"));
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Status.Code>> answers =
          Stream.of(above, below)
              .map(each ->
                  threads.submit(() -> {
                    start.await();
                    return NodeCaller.code(each.once()::stage);
                  }))
              .toList();
      Status.Code ofAbove = answers.getFirst().get();
      assertThat(answers.getLast().get() == Status.Code.OK).isEqualTo(ofAbove != Status.Code.OK);
    }
    assertThat(plugin.mounted()).hasSize(1);
    above.unstage();
    below.unstage();
  }

  @Test
  void severalWritersSeeOneVolumeAndReadersCannotWrite() throws IOException {
    NodeCaller volume =
        NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER));
    volume.stage();
    Path one = volume.publish("one");
    Path two = volume.publish("two");
    Path reader = volume.publish("reader", true);
    Files.writeString(one.resolve("file"), "one");
    assertThat(two.resolve("file")).hasContent("one");
    assertThat(reader.resolve("file")).hasContent("one");
    assertThatThrownBy(() -> Files.writeString(reader.resolve("file"), "no"))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("Read-only file system");
    volume.unpublish("one");
    Files.writeString(two.resolve("file"), "two");
    assertThat(reader.resolve("file")).hasContent("two");
    volume.leave("two", "reader");
  }

  @Test
  void mountFlagsAndGroupsAreSeen() throws IOException {
    NodeCaller volume =
        NodeCaller.attached(
            plugin,
            NodeCaller.capability(
                Mode.SINGLE_NODE_WRITER, "uid=1234", "file-mode=600", "dir-mode=711"));
    volume.stage();
    Path target = volume.publish("one");
    assertThat(Files.getAttribute(target, "unix:uid")).isEqualTo(1234);
    assertThat(Files.getAttribute(target, "unix:mode")).isEqualTo(040711);

    NodeCaller group = NodeCaller.attached(plugin, ofGroup("4321"));
    group.stage();
    Path shared = group.publish("one");
    assertThat(Files.getAttribute(shared, "unix:gid")).isEqualTo(4321);
    assertThat(Files.getAttribute(shared, "unix:mode")).isEqualTo(042775);

    NodeCaller wrong =
        volume.withCapability(
            NodeCaller.capability(Mode.SINGLE_NODE_WRITER, "vers=4", "uid=me", "gid"));
    Status refusal = CallStatus.of(wrong::stage);
    assertThat(refusal.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refusal.getDescription())
        .contains("'vers' is unknown", "metadata-ttl=", "uid must be", "gid needs a value");
    volume.leave("one");
    group.leave("one");
  }

  private static VolumeCapability ofGroup(String group) {
    return NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER).toBuilder()
        .setMount(VolumeCapability.MountVolume.newBuilder().setVolumeMountGroup(group))
        .build();
  }

  /** What a user of a group gets, who is not root. */
  private static Outcome ofGroup(String group, String program, Path file) {
    return Launch.of(
            List.of(
                "setpriv",
                "--reuid=5000",
                "--regid=" + group,
                "--clear-groups",
                program,
                file.toString()))
        .run();
  }

  /** The kubelet stages a volume for the first pod, and only publishes it for the others. */
  @Test
  void podsOfTwoGroupsShareTheGroupOfTheFirst() throws IOException {
    NodeCaller first = NodeCaller.attached(plugin, ofGroup("4321"));
    first.stage();
    Path own = first.publish("one");
    Files.writeString(own.resolve("file"), "of the first");
    NodeCaller second = first.withCapability(ofGroup("1234"));
    Path seen = second.publish("two");
    assertThat(Files.getAttribute(seen, "unix:gid")).isEqualTo(4321);
    Files.setPosixFilePermissions(
        plugin.mounts().getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(ofGroup("1234", "cat", seen.resolve("file")).out()).isEqualTo("of the first");
    assertThat(ofGroup("1234", "touch", seen.resolve("new")).err()).contains("Permission denied");
    assertThat(ofGroup("4321", "touch", own.resolve("new")).status()).isZero();
    assertThat(CallStatus.of(() -> first.publishAt(seen)).getCode())
        .as("of what is published there for another group")
        .isEqualTo(Status.Code.ALREADY_EXISTS);
    second.publish("two");
    second.stage(); // as a kubelet that was restarted may
    plugin.killBoth();
    second.publish("two");
    assertThat(Files.getAttribute(seen, "unix:gid")).as("mounted anew").isEqualTo(4321);
    first.unpublish("one");
    second.unpublish("two");
    first.unstage();
    assertThat(plugin.process().output())
        .contains("for group '1234', and its files belong to group '4321'");
  }

  /** As container runtimes make them; nobody sees them, and nothing unmounts them. */
  @Test
  void aCopyInAnotherMountNamespaceHoldsUpNobody() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Files.writeString(volume.publish("one").resolve("file"), "written");
    Process other =
        Programs.process("unshare", "--mount", "--propagation", "private", "cat").start();
    try {
      Path copy = Path.of("/proc/%d/root%s/file".formatted(other.pid(), volume.staging()));
      Path mounts = Path.of("/proc/%d/mounts".formatted(other.pid()));
      await()
          .until(() ->
              Files.readString(Path.of("/proc/%d/comm".formatted(other.pid()))).equals("cat\n"));
      assertThat(mounts).content().contains(volume.staging().toString());
      assertThat(copy).hasContent("written");
      volume.unpublish("one");
      volume.once().unstage();
      volume.once().stage();
      assertThat(volume.publish("one").resolve("file")).hasContent("written");
      assertThatIOException()
          .isThrownBy(() -> Files.readString(copy))
          .withMessageContaining("Transport endpoint is not connected");
    } finally {
      other.destroyForcibly();
    }
    volume.leave("one");
    assertThat(plugin.mounted()).isEmpty();
  }

  @Test
  void readersOnlyGetAReadOnlyMount() throws IOException {
    NodeCaller volume =
        NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_READER_ONLY));
    volume.stage();
    Path target = volume.publish("one");
    assertThatThrownBy(() -> Files.writeString(target.resolve("file"), "no"))
        .hasMessageContaining("Read-only file system");
    volume.leave("one");
  }

  @Test
  void anEphemeralVolumeIsMountedFromItsSecret(MinioServer server) throws IOException {
    NodeCaller made = NodeCaller.attached(plugin, WRITER);
    Map<String, String> context =
        Map.of("csi.storage.k8s.io/ephemeral", "true", "bucket", made.bucket());
    List<Map<String, String>> dialects =
        List.of(
            Map.of(
                "accessKeyId", server.rootAccessKey(),
                "secretAccessKey", server.rootSecret().reveal(),
                "endpoint", server.endpoint().toString()),
            Map.of(
                "COSI_S3_ACCESS_KEY_ID", server.rootAccessKey(),
                "COSI_S3_ACCESS_SECRET_KEY", server.rootSecret().reveal(),
                "COSI_S3_ENDPOINT", server.endpoint().toString(),
                "COSI_S3_REGION", "us-east-1",
                "COSI_S3_BUCKET_ID", made.bucket(),
                "COSI_S3_ADDRESSING_STYLE", "path"),
            Map.of(
                "AWS_ACCESS_KEY_ID", server.rootAccessKey(),
                "AWS_SECRET_ACCESS_KEY", server.rootSecret().reveal() + "\n",
                "AWS_ENDPOINT_URL", server.endpoint().toString()),
            Map.of(
                "BucketInfo",
                """
                {"metadata":{"name":"bc-1"},"spec":{"bucketName":"%s","authenticationType":"Key",
                "secretS3":{"endpoint":"%s","region":"us-east-1","accessKeyID":"%s",
                "accessSecretKey":"%s"},"secretAzure":null,"protocols":["s3"]}}
                """
                    .formatted(
                        made.bucket(),
                        server.endpoint(),
                        server.rootAccessKey(),
                        server.rootSecret().reveal())));
    for (Map<String, String> secret : dialects) {
      NodeCaller inline =
          NodeCaller.of(plugin, "inline", WRITER).with("csi-inline", context, secret);
      Path target = inline.publishDirectly("pod");
      inline.publishDirectly("pod");
      Files.writeString(target.resolve("file"), "inline");
      assertThat(target.resolve("file")).hasContent("inline");
      inline.unpublish("pod");
      assertThat(target).doesNotExist();
      assertThat(plugin.mounted()).isEmpty();
    }
  }

  /** Such a key ends after some hours, and the CO calls again with the next one. */
  @Test
  void aSessionIsRenewedOnTheLivingMount(MinioServer server) throws IOException {
    NodeCaller made = NodeCaller.attached(plugin, WRITER);
    String user = UniqueName.of("session");
    Secret secret = Secret.of(UniqueName.of("secret"));
    MinioAccounts.addAdministrator(server, user, secret);
    NodeCaller volume =
        NodeCaller.of(plugin, UniqueName.of("session"), WRITER)
            .with(
                made.volumeId(),
                Map.of(),
                session(server, MinioSession.start(server.endpoint(), user, secret)));
    volume.stage();
    Path target = volume.publish("one");
    Files.writeString(target.resolve("file"), "by the first");
    List<MountPoint> mounted = plugin.mounted();

    MinioAccounts.remove(server, user); // and so its sessions end
    await()
        .untilAsserted(() -> {
          look(target);
          assertThat(volume.health())
              .singleElement()
              .satisfies(entry -> assertThat(entry.getMessage()).contains("key"));
        });

    volume.with(made.volumeId(), Map.of(), session(server, MinioSession.start(server)));
    volume.publish("one");
    Files.writeString(target.resolve("file"), "by the next", StandardOpenOption.APPEND);
    assertThat(target.resolve("file")).hasContent("by the firstby the next");
    assertThat(plugin.mounted()).isEqualTo(mounted);
    volume.leave("one");
    made.detachAndDelete();
  }

  private static Map<String, String> session(MinioServer server, MinioSession key) {
    return Map.of(
        "accessKeyId", key.accessKeyId(),
        "secretAccessKey", key.secretAccessKey().reveal(),
        "sessionToken", key.sessionToken().reveal(),
        "endpoint", server.endpoint().toString());
  }

  @Test
  void aMountDoesNotMoveToAnotherServer(MinioServer server) throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    Map<String, String> here =
        Map.of(
            "accessKeyId", server.rootAccessKey(),
            "secretAccessKey", server.rootSecret().reveal(),
            "endpoint", server.endpoint().toString());
    Map<String, String> elsewhere = new HashMap<>(here);
    elsewhere.put("endpoint", "http://127.0.0.1:9");
    NodeCaller manual =
        NodeCaller.of(plugin, "manual", WRITER).with(volume.volumeId(), Map.of(), here);
    manual.stage();
    Path target = manual.publish("one");
    manual.with(volume.volumeId(), Map.of(), elsewhere);
    assertThat(CallStatus.of(() -> manual.once().publish("one")).getDescription())
        .contains("http://127.0.0.1:9", "unstage it first");
    assertThat(NodeCaller.code(manual::stage)).isEqualTo(Status.Code.ALREADY_EXISTS);
    Files.writeString(target.resolve("file"), "as before");
    assertThat(target.resolve("file")).hasContent("as before");
    manual.with(volume.volumeId(), Map.of(), here).leave("one");
  }

  /** A kubelet would take the directory from the running pod. */
  @Test
  void aRepeatedPublishNeverEndsWithAFinalCode(MinioServer server) throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    Map<String, String> right =
        Map.of(
            "accessKeyId", server.rootAccessKey(),
            "secretAccessKey", server.rootSecret().reveal(),
            "endpoint", server.endpoint().toString());
    Map<String, String> refused = new HashMap<>(right);
    refused.put("secretAccessKey", "another");
    Map<String, String> forbidden = new HashMap<>(right);
    forbidden.put("endpoint", "http://192.0.2.1");
    NodeCaller manual =
        NodeCaller.of(plugin, UniqueName.of("again"), WRITER)
            .with(volume.volumeId(), Map.of(), right);
    manual.stage();
    Path target = manual.publish("one");
    Files.writeString(target.resolve("file"), "written");
    for (Map<String, String> wrong :
        List.of(Map.of("accessKeyId", "half"), Map.of("password", "unknown"), forbidden)) {
      manual.with(volume.volumeId(), Map.of(), wrong);
      assertThat(NodeCaller.code(() -> manual.once().publish("one")))
          .as(wrong.keySet().toString())
          .isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(NodeCaller.code(() -> manual.once().publish("two")))
          .as("of what is not published yet")
          .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.PERMISSION_DENIED);
    }
    assertThat(target.resolve("file")).hasContent("written");
    manual
        .with(volume.volumeId(), Map.of(), right)
        .withCapability(NodeCaller.capability(Mode.SINGLE_NODE_WRITER, "metadata-ttl=5s"))
        .publish("one");

    plugin.killBoth();
    manual.with(volume.volumeId(), Map.of(), refused);
    assertThat(NodeCaller.code(() -> manual.once().publish("one")))
        .isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(plugin.mounted())
        .extracting(MountPoint::path)
        .as("the dead mounts lie over the disk of the node")
        .containsExactlyInAnyOrder(manual.staging(), target);
    manual.with(volume.volumeId(), Map.of(), right).publish("one");
    assertThat(target.resolve("file")).hasContent("written");
    manual.leave("one");
    assertThat(target).doesNotExist();
    assertThat(plugin.mounted()).isEmpty();
  }

  @Test
  void secretsAreRefusedByNameAndNeverByValue() {
    NodeCaller volume = NodeCaller.of(plugin, "wrong", WRITER);
    Map<Map<String, String>, String> refusals =
        Map.of(
            Map.of(), "neither publish_context nor secrets",
            Map.of("accessKeyId", "canary1"), "secrets lack endpoint, secretAccessKey",
            Map.of("password", "canary2"), "unknown key password",
            Map.of("COSI_AZURE_ACCESS_TOKEN", "canary3"), "accessToken has no signature",
            Map.of("COSI_GCS_ACCESS_SECRET", "canary4"), "secrets lack accessId",
            Map.of("BucketInfo", "{canary5"), "BucketInfo is no JSON",
            Map.of("BucketInfo", "{\"spec\":{\"secretAzure\":{\"accessToken\":\"canary6\"}}}"),
                "accessToken has no signature");
    refusals.forEach((secrets, expected) -> {
      Status refusal = CallStatus.of(volume.with("store/bucket", Map.of(), secrets)::stage);
      assertThat(refusal.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(refusal.getDescription()).contains(expected).doesNotContain("canary");
    });
    assertThat(plugin.process().output()).doesNotContain("canary");
  }

  @Test
  void healthTellsOfTroubleUntilItIsOver() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Path target = volume.publish("one");
    Files.writeString(target.resolve("file"), "written");
    await().until(() -> volume.health().isEmpty());
    await().until(() -> storageHealth(volume).isEmpty());

    volume.detach(); // its key is not accepted any more
    await()
        .untilAsserted(() -> {
          look(target);
          assertThat(volume.health())
              .singleElement()
              .satisfies(entry -> {
                assertThat(entry.getStatus()).isEqualTo(VolumeHealthErrorType.DEGRADED);
                assertThat(entry.getMessage()).contains("key");
              });
        });
    await()
        .untilAsserted(() ->
            assertThat(storageHealth(volume))
                .singleElement()
                .satisfies(entry ->
                    assertThat(entry.getStatus())
                        .isEqualTo(StorageHealthErrorType.STORAGE_UNREACHABLE)));

    volume.attach();
    volume.publish("one"); // with the new key
    await()
        .until(() -> {
          look(target);
          return volume.health().isEmpty();
        });
    volume.leave("one");
  }

  /** For something that nobody knows yet: the server is asked. */
  private static void look(Path directory) {
    assertThat(Files.exists(directory.resolve(UniqueName.of("none")))).isFalse();
  }

  private static List<StorageBackendHealth> storageHealth(NodeCaller volume) {
    return volume
        .node()
        .nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance())
        .getBackendHealthList();
  }

  @Test
  void aNodeGrowsWhatItMounts() {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Path target = volume.publish("one");
    NodeExpandVolumeRequest grow =
        NodeExpandVolumeRequest.newBuilder()
            .setVolumeId(volume.volumeId())
            .setVolumePath(target.toString())
            .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(3L << 30))
            .build();
    assertThat(volume.node().nodeExpandVolume(grow).getCapacityBytes()).isEqualTo(3L << 30);
    volume.publish("one"); // with what was published before it grew
    assertThat(usage(volume, target, VolumeUsage.Unit.BYTES).getTotal()).isEqualTo(3L << 30);
    volume.leave("one");
  }

  /** With what the CO was told when it attached the volume, and repeats. */
  @Test
  void whatWasExpandedAndModifiedIsSoWhenItIsStagedAgain() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    volume.publish("one");
    volume.leave("one");
    volume.change(3L << 30, Map.of("metadataTtl", "0", "maxObjects", "1234"));
    volume.stage();
    Path target = volume.publish("one");
    assertThat(usage(volume, target, VolumeUsage.Unit.BYTES).getTotal()).isEqualTo(3L << 30);
    assertThat(usage(volume, target, VolumeUsage.Unit.INODES).getTotal()).isEqualTo(1234);
    volume.leave("one");
    volume.detachAndDelete();
  }
}
