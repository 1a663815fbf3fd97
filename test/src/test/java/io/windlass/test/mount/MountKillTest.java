package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that read a mount while the processes behind it are killed: they must not notice. */
@RealServer(MinioServer.class)
class MountKillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path scratch;

  @Test
  void theMounterIsKilled(MinioServer server) throws IOException, InterruptedException {
    run(server, "the mounter", (mounted, _) -> mounted.killMounter());
  }

  @Test
  void theKeeperIsKilled(MinioServer server) throws IOException, InterruptedException {
    run(server, "the keeper", (mounted, _) -> mounted.killKeeper());
  }

  @Test
  void nowOneAndThenTheOther(MinioServer server) throws IOException, InterruptedException {
    run(
        server,
        "either",
        (mounted, random) -> {
          if (random.nextBoolean()) {
            mounted.killMounter();
          } else {
            mounted.killKeeper();
          }
        });
  }

  private interface Strike {
    void at(MountedBucket mounted, SplittableRandom random);
  }

  private void run(MinioServer server, String victim, Strike strike)
      throws IOException, InterruptedException {
    KillPlan plan = KillPlan.fromProperties();
    SplittableRandom random = new SplittableRandom(plan.seed());
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      Readers.fill(bucket);
      try (MountedBucket mounted =
              MountedBucket.mount(server, bucket.uri(), scratch, "--metadata-ttl", "200ms");
          Readers readers = Readers.start(mounted.directory(), plan.seed())) {
        for (int round = 0; round < plan.rounds(); round++) {
          goOn(mounted, readers);
          strike.at(mounted, random);
        }
        goOn(mounted, readers);
        readers.stop();
        System.out.printf(
            "%s killed %d times, seed %d: %d deeds of readers, %d wrong, the longest took %d ms%n",
            victim,
            plan.rounds(),
            plan.seed(),
            readers.deeds(),
            readers.wrong().size(),
            readers.longestMillis());
        assertThat(readers.wrong()).as(mounted.log()).isEmpty();
      }
    }
  }

  private static void goOn(MountedBucket mounted, Readers readers) {
    List<Long> marks = readers.marks();
    await()
        .atMost(PATIENCE)
        .failFast(() -> assertThat(readers.wrong()).as(mounted.log()).isEmpty())
        .until(() -> readers.haveGoneOnSince(marks));
  }
}
