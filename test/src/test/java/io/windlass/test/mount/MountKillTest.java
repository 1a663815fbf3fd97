package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.AzuriteServer;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that read a mount while the processes behind it are killed: they must not notice. */
@RealServer({MinioServer.class, AzuriteServer.class})
class MountKillTest {
  @TempDir Path scratch;

  @Test
  void theMounterIsKilled(MinioServer server) throws IOException, InterruptedException {
    run(new TestBucket(server, scratch), "the mounter", (mounted, _) -> mounted.killMounter());
  }

  @Test
  void theKeeperIsKilled(MinioServer server) throws IOException, InterruptedException {
    run(new TestBucket(server, scratch), "the keeper", (mounted, _) -> mounted.killKeeper());
  }

  @Test
  void nowOneAndThenTheOther(MinioServer server) throws IOException, InterruptedException {
    run(new TestBucket(server, scratch), "either", MountKillTest::either);
  }

  @Test
  void nowOneAndThenTheOtherOnAzure(AzuriteServer server) throws IOException, InterruptedException {
    run(TestBucket.container(server), "either on Azure", MountKillTest::either);
  }

  @Test
  void nowOneAndThenTheOtherOnAFakeOfGoogle() throws IOException, InterruptedException {
    run(TestBucket.google(scratch), "either on a fake of Google", MountKillTest::either);
  }

  private static void either(MountedBucket mounted, SplittableRandom random) {
    if (random.nextBoolean()) {
      mounted.killMounter();
    } else {
      mounted.killKeeper();
    }
  }

  private interface Strike {
    void at(MountedBucket mounted, SplittableRandom random);
  }

  private void run(TestBucket filled, String victim, Strike strike)
      throws IOException, InterruptedException {
    KillPlan plan = KillPlan.fromProperties();
    SplittableRandom random = new SplittableRandom(plan.seed());
    try (TestBucket bucket = filled) {
      Readers.fill(bucket);
      try (MountedBucket mounted = bucket.mount(scratch, "--metadata-ttl", "200ms");
          Readers readers = Readers.start(mounted.directory(), plan.seed())) {
        for (int round = 0; round < plan.rounds(); round++) {
          readers.goOn(mounted::log);
          strike.at(mounted, random);
        }
        readers.allGoOn(mounted::log);
        readers.stop();
        System.out.println(readers.result(victim + " killed", plan));
        assertThat(readers.wrong()).as(mounted.log()).isEmpty();
      }
    }
  }
}
