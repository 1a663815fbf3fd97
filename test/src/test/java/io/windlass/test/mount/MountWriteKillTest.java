package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.faults.LostServer;
import io.windlass.faults.csi.S3Contents;
import io.windlass.store.Upload;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.Cluster;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that write to a mount while the processes behind it are killed: they must not notice,
 * and the bucket has at any moment what was acknowledged to them, whole.
 */
@RealServer({MinioServer.class, AzuriteServer.class})
class MountWriteKillTest {
  /** Each deed of one who looks into the bucket while others write. */
  private static final int LOOKS = 10;

  private static final String REPETITION = "the same with another victim, or another server";

  /** No measure of speed: all of it happens on any machine, however busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir Path scratch;

  @Test
  @LongForm(gate = "MountWriteKillTest.eitherIsKilled", reason = REPETITION)
  void theMounterIsKilled(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Ledger ledger = run(bucket, mounted, "the mounter", _ -> mounted.killMounter());
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
  }

  @Test
  @BothForms
  void eitherIsKilled(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Ledger ledger = run(bucket, mounted, "either", mounted::killEither);
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
  }

  @Test
  @LongForm(gate = "MountWriteKillTest.eitherIsKilled", reason = REPETITION)
  void eitherIsKilledOnAzure(AzuriteServer server) throws IOException {
    try (TestBucket bucket = TestBucket.container(server);
        MountedBucket mounted = bucket.mount(scratch)) {
      Ledger _ = run(bucket, mounted, "either on Azure", mounted::killEither);
      nothingIsLeft(mounted, List::of);
    }
  }

  @Test
  @LongForm(
      gate = "MountWriteKillTest.eitherIsKilled",
      reason = "another server; and once an upload was left for four minutes after the kills")
  void eitherIsKilledOnAFakeOfGoogle() throws IOException {
    try (TestBucket bucket = TestBucket.google(scratch);
        MountedBucket mounted = bucket.mount(scratch)) {
      Ledger ledger = run(bucket, mounted, "either on a fake of Google", mounted::killEither);
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
  }

  /** A process of the store dies with the mounter, and comes back with its disk or without. */
  @Test
  @LongForm(gate = "MountWriteKillTest.eitherIsKilled", reason = "a store of several processes")
  @RealServer(SeaweedFsServer.class)
  void processesOfSeaweedFsDieAndLoseTheirDisks() throws IOException {
    try (Cluster<SeaweedFsServer> seaweed = Cluster.seaweedFs();
        TestBucket bucket = TestBucket.seaweedFs(seaweed.server(), scratch)) {
      losesNothing(bucket, seaweed);
      try (S3Contents left = S3Contents.of(seaweed.server())) {
        assertThat(left.buckets()).isEmpty();
      }
    }
  }

  private void losesNothing(TestBucket bucket, Cluster<?> cluster) throws IOException {
    try (MountedBucket mounted = bucket.mount(scratch)) {
      Ledger ledger =
          run(
              bucket,
              mounted,
              "the mounter and a process of " + cluster,
              round -> {
                LostServer.end(cluster, round, true);
                mounted.killMounter();
                LostServer.comeBack(cluster, round);
              });
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
    bucket.delete();
  }

  /** A volume that is a folder, with a key for nothing else. */
  @Test
  @LongForm(gate = "MountWriteKillTest.eitherIsKilled", reason = REPETITION)
  void theMounterOfAFolderIsKilled(MinioServer server) throws IOException {
    try (TestBucket bucket = TestBucket.folder(server, scratch);
        MountedBucket mounted = MountedBucket.mountWithItsKey(server, bucket, scratch)) {
      Ledger ledger = run(bucket, mounted, "the mounter of a folder", _ -> mounted.killMounter());
      // One whose start was cut off can be left: such a key may not list uploads.
      nothingIsLeft(mounted, () -> bucket.filledUploads(ledger.keys()));
    }
  }

  private Ledger run(TestBucket bucket, MountedBucket mounted, String victim, IntConsumer strike)
      throws IOException {
    KillPlan plan = KillPlan.ofThisForm(4);
    SplittableRandom random = plan.random();
    Ledger ledger = new Ledger();
    BusyPrograms programs = new BusyPrograms();
    try (TreeCopies _ = TreeCopies.add(mounted.directory(), ledger, programs, scratch)) {
      Writers.add(mounted.directory(), ledger, programs, plan.seed());
      programs.add("watcher", plan.seed(), chance -> watch(bucket, ledger, chance));
      for (int round = 0; round < plan.rounds(); round++) {
        int number = round;
        programs.round(
            plan,
            random,
            () -> {
              strike.accept(number);
              check(bucket, ledger, mounted);
            },
            mounted::log);
      }
      programs.round(plan, mounted::log);
      System.out.println(programs.result(victim + " killed", plan));
      check(bucket, ledger, mounted);
    }
    return ledger;
  }

  private static String watch(TestBucket bucket, Ledger ledger, SplittableRandom random) {
    List<String> keys = List.copyOf(ledger.keys());
    for (int i = 0; i < LOOKS && !keys.isEmpty(); i++) {
      Optional<String> wrong = check(bucket, ledger, keys.get(random.nextInt(keys.size())));
      if (wrong.isPresent()) {
        return wrong.get();
      }
    }
    return "";
  }

  private static void check(TestBucket bucket, Ledger ledger, MountedBucket mounted) {
    for (String key : ledger.keys()) {
      assertThat(check(bucket, ledger, key)).as(mounted.log()).isEmpty();
    }
  }

  private static Optional<String> check(TestBucket bucket, Ledger ledger, String key) {
    return ledger.check(
        key,
        () -> {
          try {
            return Ledger.state(bucket.bytes(key));
          } catch (DriverException.NotFound e) {
            return Ledger.ABSENT;
          }
        });
  }

  private static void nothingIsLeft(MountedBucket mounted, Supplier<List<Upload>> uploads) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(mounted.staged()).isEmpty();
          assertThat(uploads.get()).isEmpty();
        });
  }
}
