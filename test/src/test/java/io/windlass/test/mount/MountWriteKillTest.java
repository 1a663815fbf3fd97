package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.store.DriverException;
import io.windlass.store.Upload;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that write to a mount while the processes behind it are killed: they must not notice,
 * and the bucket has at any moment what was acknowledged to them, whole.
 */
@RealServer({MinioServer.class, AzuriteServer.class})
class MountWriteKillTest {
  private static final int ROUNDS = 2;

  /** A strike comes when half of all have gone on, and each has within so many rounds. */
  private static final int SLOWEST = 5;

  /** No measure of speed: all of it happens on any machine, however busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir Path scratch;

  @Test
  void theMounterIsKilled(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Ledger ledger = run(bucket, mounted, "the mounter", _ -> mounted.killMounter());
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
  }

  @Test
  void eitherIsKilled(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Ledger ledger = run(bucket, mounted, "either", random -> either(mounted, random));
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
  }

  @Test
  void eitherIsKilledOnAzure(AzuriteServer server) throws IOException {
    try (TestBucket bucket = TestBucket.container(server);
        MountedBucket mounted = bucket.mount(scratch)) {
      Ledger _ = run(bucket, mounted, "either on Azure", random -> either(mounted, random));
      nothingIsLeft(mounted, List::of);
    }
  }

  @Test
  void eitherIsKilledOnAFakeOfGoogle() throws IOException {
    try (TestBucket bucket = TestBucket.google(scratch);
        MountedBucket mounted = bucket.mount(scratch)) {
      Ledger ledger =
          run(bucket, mounted, "either on a fake of Google", random -> either(mounted, random));
      nothingIsLeft(mounted, () -> bucket.uploads(ledger.keys()));
    }
  }

  private static void either(MountedBucket mounted, SplittableRandom random) {
    if (random.nextBoolean()) {
      mounted.killMounter();
    } else {
      mounted.killKeeper();
    }
  }

  /** A volume that is a folder, with a key for nothing else. */
  @Test
  void theMounterOfAFolderIsKilled(MinioServer server) throws IOException {
    try (TestBucket bucket = TestBucket.folder(server, scratch);
        MountedBucket mounted = MountedBucket.mountWithItsKey(server, bucket, scratch)) {
      Ledger ledger = run(bucket, mounted, "the mounter of a folder", _ -> mounted.killMounter());
      // One whose start was cut off can be left: such a key may not list uploads.
      nothingIsLeft(mounted, () -> bucket.filledUploads(ledger.keys()));
    }
  }

  private Ledger run(
      TestBucket bucket, MountedBucket mounted, String victim, Consumer<SplittableRandom> strike)
      throws IOException {
    KillPlan plan = KillPlan.fromProperties(ROUNDS);
    SplittableRandom random = new SplittableRandom(plan.seed());
    Ledger ledger = new Ledger();
    try (Programs programs = new Programs();
        TreeCopies _ = TreeCopies.start(mounted.directory(), ledger, programs, scratch)) {
      Writers.start(mounted.directory(), ledger, programs, plan.seed());
      programs.start("watcher", plan.seed(), chance -> watch(bucket, ledger, chance));
      Deque<List<Long>> rounds = new ArrayDeque<>();
      for (int round = 0; round < plan.rounds(); round++) {
        rounds.addLast(programs.marks());
        if (rounds.size() > SLOWEST) {
          rounds.removeFirst();
        }
        goOn(
            mounted,
            programs,
            () ->
                programs.haveGoneOnSince(rounds.getFirst())
                    && 2 * programs.goneOnSince(rounds.getLast()) >= rounds.getLast().size());
        strike.accept(random);
        check(bucket, ledger, mounted);
      }
      List<Long> last = programs.marks();
      goOn(mounted, programs, () -> programs.haveGoneOnSince(last));
      programs.stop();
      System.out.printf(
          "%s killed %d times, seed %d: %d deeds of writers, %d wrong, the longest call took %d"
              + " ms%n",
          victim,
          plan.rounds(),
          plan.seed(),
          programs.deeds(),
          programs.wrong().size(),
          programs.longestMillis());
      assertThat(programs.wrong()).as(mounted.log()).isEmpty();
      check(bucket, ledger, mounted);
    }
    return ledger;
  }

  private static void goOn(MountedBucket mounted, Programs programs, BooleanSupplier done) {
    await()
        .atMost(PATIENCE)
        .failFast(() -> assertThat(programs.wrong()).as(mounted.log()).isEmpty())
        .until(done::getAsBoolean);
  }

  private static String watch(TestBucket bucket, Ledger ledger, SplittableRandom random) {
    List<String> keys = List.copyOf(ledger.keys());
    return keys.isEmpty()
        ? ""
        : check(bucket, ledger, keys.get(random.nextInt(keys.size()))).orElse("");
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
