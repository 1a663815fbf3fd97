package io.windlass.test.mount;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.windlass.proto.mounter.OperationReport;
import io.windlass.proto.mounter.Report;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code windlass mounts}, each asked in the run directory of the test's own mount. */
@RealServer(MinioServer.class)
class MountsCommandTest {
  /** No measure: an answer comes. */
  private static final List<String> PATIENTLY = List.of("--timeout", "120s");

  @TempDir Path scratch;

  @Test
  void mountsAreListed(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", Bytes.of(7, 3 << 20));
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        Files.readAllBytes(mounted.directory().resolve("file"));
        Report report = mounted.report();
        Outcome list = list(mounted);
        assertThat(list.status()).as(list.err()).isZero();
        assertThat(row(list, mounted).split(" {2,}"))
            .containsExactly(
                mounted.directory().toString(),
                bucket.uri() + "/",
                "served",
                "3 MiB",
                "0 B",
                "0 B",
                "0",
                "0");
        assertThat(row(list(mounted, "--long"), mounted))
            .contains(report.getVersion(), Long.toString(report.getPid()), "read-write");
        JsonNode json =
            new JsonMapper()
                .readTree(list(mounted, "--json").out())
                .valueStream()
                .filter(each -> each.path("directory").asString().equals(path(mounted)))
                .findFirst()
                .orElseThrow();
        assertThat(json.path("bytesRead").asLong()).isEqualTo(3 << 20);
        assertThat(json.path("pid").asLong()).isEqualTo(report.getPid());
        assertThat(json.path("state").asString()).isEqualTo("served");
        requireNoKey(report.getPid());
        requireStats(mounted);
        requireInfo(mounted, bucket);

        assertThat(mounted.unmount().status()).isZero();
        await().until(mounted::isGone);
      }
    }
  }

  /** To look at the mount, the test itself asks for attributes while it is looked at. */
  private static void requireStats(MountedBucket mounted) throws IOException {
    Outcome line = stats(mounted);
    assertThat(line.out()).contains("names", "server/s").hasLineCount(3);
    Outcome json = stats(mounted, "-o", "json");
    assertThat(new JsonMapper().readTree(json.out()).path("known").asBoolean()).isTrue();
    assertThat(mounted.reportAlone().getVolumes(0).getActivity().getOperationsList())
        .filteredOn(each -> each.getOperation().equals("read"))
        .as("reads since the mounter began")
        .hasSize(1);
    assertThat(mounted.reportAlone().getVolumes(0).getActivity().getCallsList())
        .extracting(OperationReport::getOperation)
        .contains("get");
    Path inside = mounted.directory().resolve("file");
    Outcome refused = mounted.windlass("stats", inside.toString());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("it is in the mount at " + path(mounted));
  }

  /** A line with figures: a mounter that is too slow to answer gives one without. */
  private static Outcome stats(MountedBucket mounted, String... options) {
    List<String> all = new ArrayList<>(List.of(path(mounted), "-n", "1", "-d", "10ms"));
    all.addAll(List.of(options));
    return await()
        .until(
            () -> mounted.windlass("stats", all.toArray(String[]::new)),
            outcome -> outcome.status() == 0);
  }

  private void requireInfo(MountedBucket mounted, TestBucket bucket) throws IOException {
    Path file = mounted.directory().resolve("file");
    JsonNode known = info(file);
    assertThat(known.path("bucket").asString()).isEqualTo(bucket.uri() + "/");
    assertThat(known.path("key").asString()).isEqualTo("file");
    assertThat(known.path("size").asLong()).isEqualTo(3 << 20);
    assertThat(known.path("revision").asString()).isNotEmpty();
    assertThat(known.path("handles").asInt()).isZero();
    assertThat(known.path("staged").asBoolean()).isFalse();
    Path written = mounted.directory().resolve("new");
    try (FileChannel channel =
        FileChannel.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(Bytes.of(8, 5000)));
      JsonNode fresh = info(written);
      assertThat(fresh.path("unsentBytes").asLong()).isEqualTo(5000);
      assertThat(fresh.path("writers").asInt()).isEqualTo(1);
      assertThat(fresh.has("revision")).as(fresh.toString()).isFalse();
    }
    assertThat(info(written).path("unsentBytes").asLong()).isZero();
    Files.delete(written);
    requireRefusal(mounted.directory(), "is a directory: name a file");
    requireRefusal(written, "there is no file");
    requireRefusal(Files.createFile(scratch.resolve("outside")), "is in no mount");
  }

  private static JsonNode info(Path file) {
    Outcome outcome = Launch.inThisJvm("info", file.toString(), "--json").run();
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return new JsonMapper().readTree(outcome.out());
  }

  private static void requireRefusal(Path file, String why) {
    Outcome outcome = Launch.inThisJvm("info", file.toString()).run();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains(why);
  }

  /** The key of the mount was in the environment of the command that started this process. */
  private static void requireNoKey(long process) throws IOException {
    assertThat(Files.readString(Path.of("/proc", Long.toString(process), "environ"), ISO_8859_1))
        .contains("PATH=")
        .doesNotContain("AWS_");
  }

  /** Rates need bytes that are read while it looks. */
  @Test
  @LongForm(
      gate = "MountsCommandTest.mountsAreListed",
      reason = "rates are of what is read in a second of real time")
  void topShowsRates(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", Bytes.of(7, 3 << 20));
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        AtomicBoolean reading = new AtomicBoolean(true);
        Thread reader =
            Thread.ofPlatform()
                .start(() -> {
                  while (reading.get()) {
                    readDirectly(mounted.directory().resolve("file"));
                  }
                });
        Outcome top = mounted.windlass("top", "--count", "1", "--json");
        Outcome table = mounted.windlass("top", "--count", "1");
        reading.set(false);
        reader.join();
        assertThat(top.status()).as(top.err()).isZero();
        assertThat(top.out()).hasLineCount(1);
        JsonNode busiest = new JsonMapper().readTree(top.out()).path(0);
        assertThat(busiest.path("directory").asString()).isEqualTo(path(mounted));
        assertThat(busiest.path("bytesReadPerSecond").asLong()).isPositive();
        assertThat(table.out()).contains("READ/S", "WRITTEN/S", "REQUESTS/S");
        assertThat(row(table, mounted)).contains("served");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Nobody who looks in the wrong place is left without a hint. */
  @Test
  @LongForm(
      gate = "MountsCommandTest.mountsAreListed",
      reason = "it looks at all mounts of the machine")
  void theListSaysWhereOtherMountsBelong(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Path none = Files.createDirectories(scratch.resolve("none"));
      Outcome elsewhere = Launch.inThisJvm("mounts", "--run-directory", none.toString()).run();
      Outcome all = Launch.inThisJvm("mounts").run();
      assertThat(elsewhere.out())
          .containsPattern("mounts? belongs? to other run directories: .*" + scratch);
      assertThat(row(all, mounted).split(" {2,}")).as(all.out()).hasSize(8);
    }
  }

  /** What a mount that failed leaves is its log. */
  @Test
  void aMountThatFailedIsNotUpgradedAndSaysItsOwnReason(MinioServer server) throws IOException {
    String first = MountedBucket.refusal(server, "s3://no-such-bucket-one", scratch);
    Files.createFile(scratch.resolve("mnt/file"));
    String second = MountedBucket.refusal(server, "s3://no-such-bucket-two", scratch);
    assertThat(first).contains("windlass: not mounted: ", "no-such-bucket-one").hasLineCount(2);
    assertThat(second)
        .contains("mnt is not empty: what is in it is out of sight until 'windlass unmount'")
        .contains("windlass: not mounted: ", "no-such-bucket-two", "Its log is ")
        .doesNotContain("bucket-one", "{")
        .hasLineCount(3);

    try (Stream<Path> left = Files.list(scratch.resolve("run"))) {
      assertThat(left).as("its log").singleElement().asString().endsWith(".log");
    }
    Outcome upgrade =
        Launch.windlass("upgrade", "--run-directory", scratch.resolve("run").toString()).run();
    assertThat(upgrade.status()).as(upgrade.err()).isZero();
    assertThat(upgrade.out()).contains("Nothing is mounted in " + scratch.resolve("run"));
  }

  @Test
  @LongForm(
      gate = {"KeeperTurnTest", "MounterPeersTest", "UnsentGuardTest"},
      reason = "it waits real seconds for a server that is silent")
  void whatIsNotSentIsSaidAndSentByTheNextMountOrByHand(PrivateServer<MinioServer> minio)
      throws IOException {
    MinioServer server = minio.server();
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Path file = mounted.directory().resolve("file");
      Files.writeString(file, "one");
      unmountUnsent(minio, mounted, file);
      Outcome again = mounted.command(server, bucket.uri()).run();
      assertThat(again.status()).as("at once: " + again.err()).isZero();
      await().until(() -> bucket.text("file").equals("one more"));

      unmountUnsent(minio, mounted, file);
      assertThat(mounted.unsent(Map.of()).out()).contains(bucket.uri() + "/", "file, 5 B");
      String name =
          new JsonMapper()
              .readTree(mounted.unsent(Map.of(), "--json").out())
              .path(0)
              .path("name")
              .asString();
      Outcome sent =
          mounted.unsent(
              Map.of(
                  "AWS_ACCESS_KEY_ID", server.rootAccessKey(),
                  "AWS_SECRET_ACCESS_KEY", server.rootSecret().reveal()),
              "--send",
              name);
      assertThat(sent.status()).as(sent.err()).isZero();
      assertThat(bucket.text("file")).isEqualTo("one more more");
      assertThat(mounted.unsent(Map.of()).out()).contains("All that was written here");
      assertThat(mounted.unsent(Map.of(), "--drop", name).status()).isEqualTo(1);
    }
  }

  private static void unmountUnsent(
      PrivateServer<MinioServer> minio, MountedBucket mounted, Path file) throws IOException {
    // Opened before, which may ask the server.
    FileChannel open = FileChannel.open(file, StandardOpenOption.APPEND);
    minio.pause();
    try {
      open.write(ByteBuffer.wrap(" more".getBytes(UTF_8)));
      assertThatIOException().isThrownBy(open::close);
      Outcome unmounted = mounted.unmount();
      assertThat(unmounted.status()).as(unmounted.err()).isEqualTo(1);
      assertThat(unmounted.err()).contains("1 file with 5 B", "mounts --unsent");
    } finally {
      minio.resume();
    }
  }

  /** Neither a keeper nor a mounter without a volume stays, whenever the keeper died. */
  @Test
  @LongForm(
      gate = "MounterPeersTest.aKeeperWithNothingToAdoptIsIdle",
      reason = "it unmounts at moments of real time after a kill")
  void nobodyStaysWhenItIsUnmountedAfterAKill(MinioServer server) throws Exception {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      for (int moment = 0; moment < 12; moment++) {
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch);
        long killed = moment % 2 == 0 ? mounted.report().getKeeperPid() : mounted.report().getPid();
        ProcessHandle.of(killed).ifPresent(ProcessHandle::destroyForcibly);
        int millis = moment * 100;
        await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
        Outcome unmounted = mounted.unmount();
        assertThat(unmounted.status()).as(unmounted.err()).isZero();
        await().atMost(Duration.ofMinutes(3)).until(mounted::isGone);
      }
    }
  }

  private static void readDirectly(Path file) {
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ, DirectIo.option())) {
      ByteBuffer buffer = DirectIo.buffer(1 << 20);
      while (open.read(buffer) > 0) {
        buffer.clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Outcome list(MountedBucket mounted, String... options) {
    List<String> all = new ArrayList<>(PATIENTLY);
    all.addAll(List.of(options));
    return mounted.windlass("mounts", all.toArray(String[]::new));
  }

  private static String path(MountedBucket mounted) {
    return mounted.directory().toString();
  }

  private static String row(Outcome list, MountedBucket mounted) {
    return list.out()
        .lines()
        .filter(line -> line.startsWith(path(mounted)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(list.out() + list.err()));
  }

  @Test
  @LongForm(
      gate = "MountLifeTest.hungMountsAreSeenAndRemoved",
      reason = "it waits three real seconds for a mounter that is frozen")
  void theListSaysWhyThereAreNoFigures(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      mounted.freezeMounter();
      assertThat(mounted.windlass("mounts").out())
          .contains("busy: its mounter gave no answer for 3 s");
      mounted.freezeKeeper();
      mounted.endMounter();
      assertThat(mounted.windlass("mounts").out()).contains("starting: ");
    }
  }
}
