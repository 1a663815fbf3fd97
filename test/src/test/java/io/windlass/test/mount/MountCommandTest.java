package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.linux.Mounting;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.Report;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Key;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Scrape;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LiveFiles;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.MinioSession;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code windlass mount}; what only looks at a mount shares one. */
@RealServer(MinioServer.class)
class MountCommandTest {
  private static final byte[] LARGE = Bytes.of(1, 5_000_000);

  private static final Path IDMAP = Path.of("src/test/mount/idmap.py").toAbsolutePath();

  /** At which the metrics of {@link #whole} are served. */
  private static final int PORT = LoopbackPort.free();

  private static final List<AutoCloseable> opened = new ArrayList<>();
  private static TestBucket bucket;
  private static MountedBucket whole;
  private static MountedBucket prefix;

  @TempDir Path scratch;

  @BeforeAll
  static void mountForAll(MinioServer server, @TempDir Path shared) throws IOException {
    bucket = new TestBucket(server, shared);
    opened.add(bucket);
    bucket.put("readme.txt", "hello");
    bucket.put("a/b/large", LARGE);
    bucket.put("a/empty", "");
    bucket.put("2026/may/a", "1");
    bucket.put("2025/b", "2");
    whole =
        MountedBucket.mount(
            server, bucket.uri(), shared.resolve("whole"), "--metrics", Integer.toString(PORT));
    opened.add(whole);
    MinioSession session = MinioSession.start(server); // one of some hours must do as well
    prefix =
        MountedBucket.mount(
            shared.resolve("prefix"),
            bucket.uri() + "/2026",
            Map.of(
                "AWS_ENDPOINT_URL", server.endpoint().toString(),
                "AWS_ACCESS_KEY_ID", session.accessKeyId(),
                "AWS_SECRET_ACCESS_KEY", session.secretAccessKey().reveal(),
                "AWS_SESSION_TOKEN", session.sessionToken().reveal()),
            "--read-only",
            "--file-mode",
            "600",
            "--umask",
            "027");
    opened.add(prefix);
  }

  @AfterAll
  static void unmount() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
    opened.clear();
  }

  @Test
  void aBucketIsADirectory() throws IOException {
    Path top = whole.directory();
    assertThat(names(top)).containsExactlyInAnyOrder("readme.txt", "a", "2025", "2026");
    assertThat(names(top.resolve("a"))).containsExactlyInAnyOrder("b", "empty");
    assertThat(top.resolve("readme.txt")).hasContent("hello");
    assertThat(Files.readAllBytes(top.resolve("a/b/large"))).isEqualTo(LARGE);
    assertThat(Files.size(top.resolve("a/empty"))).isZero();
    assertThat(Files.notExists(top.resolve("nothing"))).isTrue();

    Files.writeString(top.resolve("2025/new"), "written");
    assertThat(bucket.text("2025/new")).isEqualTo("written");
  }

  /** As a pod with a user namespace of its own has it ({@code hostUsers: false}). */
  @Test
  void aCloneOfAMountHasOtherUsers() throws IOException {
    Programs.requireAll("python3", "setpriv"); // before anything is made that others see
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path clone = Files.createDirectory(scratch.resolve("clone"));
    Path folder = Files.createDirectory(whole.directory().resolve("shared"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    run(
        "python3",
        "-B",
        IDMAP.toString(),
        whole.directory().toString(),
        clone.toString(),
        "100000");
    try {
      assertThat(Files.getAttribute(clone.resolve("readme.txt"), "unix:uid")).isEqualTo(100_000);
      run(
          "setpriv",
          "--reuid=100005",
          "--regid=100006",
          "--clear-groups",
          "touch",
          clone.resolve("shared/new").toString());
      assertThat(Files.getAttribute(folder.resolve("new"), "unix:uid")).isEqualTo(5);
      assertThat(Files.getAttribute(folder.resolve("new"), "unix:gid")).isEqualTo(6);
      assertThat(Files.getAttribute(clone.resolve("shared/new"), "unix:gid")).isEqualTo(100_006);
    } finally {
      Mounting.unmount(clone);
      Files.deleteIfExists(folder.resolve("new"));
      Files.delete(folder);
    }
  }

  private static void run(String... command) {
    Outcome _ = Launch.of(List.of(command)).succeed();
  }

  @Test
  void ciphersAreTheProcessorsOwn() throws IOException {
    Path maps = Path.of("/proc/%d/maps".formatted(whole.report().getPid()));
    assertThat(Files.readString(maps)).contains("libamazonCorrettoCryptoProvider.so");
    assertThat(whole.log()).doesNotContain("are slow on this machine");
  }

  /**
   * The kernel's own limit, 128 KiB, is applied when it opens the session, over what was set
   * before.
   */
  @Test
  void theKernelReadsAheadAsFarAsItIsTold() throws IOException {
    for (Path directory : List.of(whole.directory(), prefix.directory())) {
      MountPoint mount = FuseMounts.at(directory).orElseThrow();
      assertThat(
              Path.of("/sys/class/bdi/%d:%d/read_ahead_kb".formatted(mount.major(), mount.minor())))
          .hasContent("1024");
    }
  }

  @Test
  void theMounterHasTheLibrariesOfItsBucketAlone() throws IOException {
    Path command = Path.of("/proc/%d/cmdline".formatted(whole.report().getPid()));
    assertThat(Files.readString(command)).contains("/lib/s3/").doesNotContain("/lib/local/");
  }

  @Test
  void whatIsReadOnlyIsNotChanged() throws IOException {
    Path file = prefix.directory().resolve("may/a");
    assertThatThrownBy(() -> Files.writeString(prefix.directory().resolve("new"), "x"))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("Read-only file system");
    assertThatThrownBy(() -> Files.delete(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("Read-only file system");
    assertThat(file).hasContent("1");
    assertThat(prefix.staged()).isEmpty();
  }

  @Test
  void aPrefixIsADirectoryToo() throws IOException {
    assertThat(names(prefix.directory())).containsExactly("may");
    Path file = prefix.directory().resolve("may/a");
    assertThat(file).hasContent("1");
    assertThat(Files.getAttribute(file, "unix:mode")).isEqualTo(0100600);
    assertThat(Files.getAttribute(file.getParent(), "unix:mode")).isEqualTo(040750);
  }

  @Test
  void aDeadMountIsReplaced(MinioServer server) {
    whole.killBoth();
    assertThat(Files.notExists(whole.directory().resolve("readme.txt"))).isFalse();

    Outcome again = whole.command(server, bucket.uri(), "--metrics", Integer.toString(PORT)).run();

    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.err()).contains("a dead mount", "is replaced");
    assertThat(whole.directory().resolve("readme.txt")).hasContent("hello");
  }

  @Test
  void itsMetricsOutliveItsProcesses(MinioServer server) throws IOException {
    assertThat(whole.directory().resolve("readme.txt")).hasContent("hello");
    Scrape scrape = Scrape.of(PORT);
    assertThat(
            scrape.value(
                "windlass_mount_info",
                "directory",
                whole.directory().toString(),
                "bucket",
                bucket.uri() + "/"))
        .hasValue(1.0);
    assertThat(scrape.value("windlass_mount_requests_total").orElseThrow()).isPositive();
    assertThat(scrape.text()).contains("windlass_mount_operation_seconds_bucket{operation=");
    assertThat(
            MountedBucket.refusal(
                server, bucket.uri(), scratch, "--metrics", Integer.toString(PORT)))
        .contains("metrics cannot be served on", ":" + PORT);

    whole.killMounter();
    await().until(() -> isUp() && replaced() > 0);
    whole.killKeeper();
    await().ignoreExceptionsInstanceOf(UncheckedIOException.class).until(() -> isUp());
    assertThat(replaced()).as("since this keeper began").isZero();
  }

  private static boolean isUp() {
    return Scrape.of(PORT).value("windlass_mounter_up").orElseThrow() == 1;
  }

  private static double replaced() {
    return Scrape.of(PORT).value("windlass_mounter_replaced_total").orElseThrow();
  }

  @Test
  void theKeyIsInNoFileAndOnNoCommandLine(MinioServer server) throws IOException {
    whole.killMounter();
    assertThat(whole.directory().resolve("readme.txt")).hasContent("hello");
    List<Path> seen = new ArrayList<>(whole.commandLines());
    seen.addAll(LiveFiles.in(whole.runRoot()));
    assertThat(seen).hasSizeGreaterThan(4);
    for (Path file : seen) {
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
          .as(file.toString())
          .doesNotContain(server.rootSecret().reveal());
    }
  }

  @Test
  @LongForm(gate = "UsageTest", reason = "a mount of its own, and two mounters")
  void itHoldsNoMoreThanItMay(MinioServer server) throws IOException {
    try (TestBucket full = new TestBucket(server, scratch)) {
      full.put("before", Bytes.of(3, 700_000));
      try (MountedBucket mounted =
          MountedBucket.mount(server, full.uri(), scratch, "--capacity", "1Mi")) {
        Path file = mounted.directory().resolve("file");
        // What is there is counted in the background.
        await().until(() -> available(mounted) <= (1 << 20) - 700_000);
        Files.write(file, Bytes.of(4, 300_000));
        assertThatThrownBy(() -> Files.write(file, Bytes.of(5, 100_000), StandardOpenOption.APPEND))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("Disk quota exceeded");
        FileStore space = Files.getFileStore(mounted.directory());
        assertThat(space.getTotalSpace()).isEqualTo(1 << 20);
        assertThat(space.getUsableSpace()).isBetween(0L, (1L << 20) - 1_000_000);
        long size = Files.size(file);
        assertThat(size).isBetween(300_000L, (1L << 20) - 700_000);
        mounted.killMounter();
        await().until(() -> available(mounted) <= (1 << 20) - 1_000_000);
        assertThatThrownBy(() -> Files.write(file, Bytes.of(5, 100_000), StandardOpenOption.APPEND))
            .hasMessageContaining("Disk quota exceeded");
        Files.delete(mounted.directory().resolve("before"));
        append(file, 100_000);
        assertThat(full.bytes("file")).hasSizeGreaterThanOrEqualTo((int) size + 100_000);
      }
    }
  }

  private static long available(MountedBucket mounted) throws IOException {
    return Files.getFileStore(mounted.directory()).getUsableSpace();
  }

  /** As much as there is room for. */
  private static void append(Path file, int size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
      channel.write(ByteBuffer.wrap(Bytes.of(5, size)));
    }
  }

  @Test
  void whatIsInUseIsUnmountedOnlyByForce(MinioServer server) throws IOException {
    try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch);
        FileChannel _ =
            FileChannel.open(mounted.directory().resolve("readme.txt"), StandardOpenOption.READ)) {
      Outcome busy = mounted.unmount();
      assertThat(busy.status()).isEqualTo(1);
      assertThat(busy.err()).contains("programs use", "--force");
      assertThat(mounted.unmount("--force").status()).isZero();
      await().until(mounted::isGone);
    }
  }

  @Test
  @LongForm(
      gate = "ReadTest.blocksOnDiskOutliveTheProcessAndDamagedOnesAreFetched",
      reason = "two mounts")
  void whatWasReadIsKeptOnLocalDisk(MinioServer server) throws IOException {
    Path cache = scratch.resolve("cache");
    String[] options = {"--cache", cache.toString(), "--cache-size", "8Mi", "--memory", "32Mi"};
    for (int i = 0; i < 2; i++) {
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch, options)) {
        assertThat(Files.readAllBytes(mounted.directory().resolve("a/b/large"))).isEqualTo(LARGE);
        assertThat(mounted.unmount().status()).isZero();
        await().until(mounted::isGone);
      }
    }
    assertThat(cache.resolve("blocks")).isNotEmptyFile();
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    Path directory = Files.createDirectory(scratch.resolve("there"));
    assertThat(mount("ftp://bucket", directory).err())
        .contains("'ftp://bucket' is nothing that can be mounted: like s3://bucket");
    assertThat(mount("gs://bucket", directory).err())
        .contains("there is no key: give --credentials, or set HMAC_ACCESS_ID");
    assertThat(mount(bucket.uri(), scratch.resolve("nowhere")).err())
        .contains("is no directory: make it first");
    assertThat(mount(bucket.uri(), directory).err())
        .contains("there is no key: give --credentials or --profile, or set AWS_ACCESS_KEY_ID");
    assertThat(mount(bucket.uri(), scratch.resolve("to/make"), "--make").status()).isEqualTo(2);
    assertThat(scratch.resolve("to")).doesNotExist();
    // The launcher's script of a mounter that was ended may still have a child.
    await().until(() -> MountedBucket.processes(scratch.resolve("wrong")).isEmpty());
  }

  /** As one does whose command has been killed before it knew what to mount. */
  @Test
  void aMounterThatIsNeverToldEnds() {
    Path run = scratch.resolve("never");
    Outcome ended =
        Launch.windlass(
                "mounter",
                run.toString(),
                "--log-format",
                "JSON",
                "--log-level",
                "INFO",
                "--when-told")
            .run();
    assertThat(ended.status()).as(ended.err()).isZero();
    assertThat(run).doesNotExist();
  }

  /** As mount(8) calls it for a line of /etc/fstab; the key is that of a profile. */
  @Test
  void theHelperForFstabMounts(MinioServer server) throws IOException {
    Path directory = scratch.resolve("fstab");
    Path key = scratch.resolve("key.json");
    Files.writeString(
        key,
        "{\"Version\": 1, \"AccessKeyId\": \"%s\", \"SecretAccessKey\": \"%s\"}"
            .formatted(server.rootAccessKey(), server.rootSecret().reveal()));
    Files.writeString(
        Files.createDirectory(scratch.resolve(".aws")).resolve("config"),
        "[profile dev]\nregion = us-east-1\ncredential_process = cat %s\n".formatted(key));
    String options =
        "rw,_netdev,nofail,noatime,make,endpoint=%s,run-directory=%s,staging=%s,noexec,sync,ro,profile=dev"
            .formatted(server.endpoint(), scratch.resolve("run"), scratch.resolve("staging"));
    Outcome mounted =
        Launch.of(
                List.of(
                    Launch.distribution().resolve("bin/mount.windlass").toString(),
                    bucket.uri(),
                    directory.toString(),
                    "-o",
                    options))
            .with("HOME", scratch.toString())
            .run();
    try {
      assertThat(mounted.status()).as(mounted.err()).isZero();
      assertThat(mounted.err()).contains("windlass: the key comes from profile dev of " + scratch);
      assertThat(FuseMounts.at(directory).orElseThrow().noExec()).isTrue();
      assertThat(directory.resolve("a/b/large")).hasSize(LARGE.length);
      assertThatIOException()
          .isThrownBy(() -> Files.writeString(directory.resolve("new"), "x"))
          .withMessageContaining("Read-only");
      endBoth(directory, scratch.resolve("run"));
    } finally {
      if (FuseMounts.at(directory).isPresent()) {
        assertThat(Launch.windlass("unmount", directory.toString()).run().status()).isZero();
      }
    }
  }

  /** As the supervisor of a service ends all of its processes. */
  private static void endBoth(Path directory, Path runRoot) throws IOException {
    RunDirectory run;
    try (Stream<Path> all = Files.list(runRoot)) {
      run = new RunDirectory(all.filter(Files::isDirectory).findFirst().orElseThrow());
    }
    Report report = MounterReports.ask(run);
    try (BufferedReader log = Files.newBufferedReader(run.log())) {
      Programs.signal("TERM", report.getPid(), report.getKeeperPid());
      await().until(() -> Files.notExists(run.path()));
      assertThat(FuseMounts.at(directory)).isEmpty();
      assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.contains("a new mounter serves"));
    }
  }

  @Test
  void aPublicBucketNeedsNoKey(MinioServer server) throws IOException {
    try (TestBucket open = new TestBucket(server, scratch);
        S3Clients clients =
            S3Clients.open(
                S3Connection.to(server.endpoint()),
                new S3Credentials(() -> new S3Key(server.rootAccessKey(), server.rootSecret())))) {
      open.put("a/b", "public");
      String name = open.uri().replace("s3://", "");
      String policy =
          """
          {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*",
            "Action": ["s3:GetObject", "s3:ListBucket"],
            "Resource": ["arn:aws:s3:::%1$s", "arn:aws:s3:::%1$s/*"]}]}
          """
              .formatted(name);
      clients.calls().putBucketPolicy(put -> put.bucket(name).policy(policy));
      Map<String, String> environment = Map.of("AWS_ENDPOINT_URL", server.endpoint().toString());
      try (MountedBucket mounted =
          MountedBucket.mount(
              scratch, open.uri(), environment, "--anonymous", "--read-only", "--path-style")) {
        assertThat(mounted.directory().resolve("a/b")).hasContent("public");
      }
    }
  }

  private Outcome mount(String uri, Path directory, String... options) {
    return Launch.windlass(
            Stream.concat(
                    Stream.of(
                        "mount",
                        uri,
                        directory.toString(),
                        "--run-directory",
                        scratch.resolve("wrong").toString()),
                    Stream.of(options))
                .toArray(String[]::new))
        .with("HOME", scratch.toString())
        .with("AWS_EC2_METADATA_DISABLED", "true")
        .run();
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }
}
