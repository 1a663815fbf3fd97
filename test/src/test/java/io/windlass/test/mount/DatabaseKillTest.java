package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SQLite in rollback-journal mode, while the processes behind the mount are killed: it is the
 * program that says most exactly what it needs of fsync, and of the order of what it does.
 */
@RealServer(MinioServer.class)
@LongForm(
    gate = {"PowerCutTest", "MountWriteKillTest.eitherIsKilled"},
    reason = "the same for a program that is more exacting than those")
class DatabaseKillTest {
  private static final String NAME = "base.db";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path scratch;

  @Test
  void everyTransactionThatWasCommittedIsThere(MinioServer server) throws IOException {
    KillPlan plan = KillPlan.ofThisForm(3);
    SplittableRandom random = plan.random();
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch);
        Database database = new Database(mounted.directory().resolve(NAME))) {
      for (int round = 0; round < plan.rounds(); round++) {
        database.goOn(1 + random.nextInt(5));
        mounted.killMounter();
        database.goOn(1);
        database.pause();
        inTheBucket(bucket, database);
        database.resume();
      }
      database.goOn(1 + random.nextInt(5));
      mounted.killBoth();
      System.out.printf(
          "killed %d times, seed %d: %d transactions%n",
          plan.rounds() + 1, plan.seed(), database.committed());
      assertThat(database.end()).contains("Error");
      assertThat(mounted.command(server, bucket.uri()).run().status()).isZero();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(mounted.staged()).as(mounted.log()).isEmpty());
      // What was being committed may be there, or not.
      assertThat(Database.check(mounted.directory().resolve(NAME)))
          .isBetween(database.committed(), database.committed() + 1);
    }
  }

  /** Read as by one who knows nothing of the mount; between transactions there is no journal. */
  private void inTheBucket(TestBucket bucket, Database database) throws IOException {
    assertThat(bucket.objects().list(ListOptions.prefix(NAME), Optional.empty()).items())
        .extracting(ListedEntry::key)
        .containsExactly(NAME);
    Path copy = Files.write(scratch.resolve("copy.db"), bucket.bytes(NAME));
    assertThat(Database.check(copy)).isEqualTo(database.committed());
  }
}
