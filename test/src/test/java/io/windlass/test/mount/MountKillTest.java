package io.windlass.test.mount;

import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.LongForm;
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
  private static final String REPETITION = "the same with other victims, or another server";

  @TempDir Path scratch;

  @Test
  @LongForm(gate = "MountKillTest.nowOneAndThenTheOther", reason = REPETITION)
  void theMounterIsKilled(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch), "the mounter", (mounted, _) -> mounted.killMounter());
  }

  @Test
  @LongForm(gate = "MountKillTest.nowOneAndThenTheOther", reason = REPETITION)
  void theKeeperIsKilled(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch), "the keeper", (mounted, _) -> mounted.killKeeper());
  }

  @Test
  @BothForms
  void nowOneAndThenTheOther(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch), "either", MountedBucket::killEither);
  }

  @Test
  @LongForm(gate = "MountKillTest.nowOneAndThenTheOther", reason = REPETITION)
  void nowOneAndThenTheOtherOnAzure(AzuriteServer server) throws IOException {
    run(TestBucket.container(server), "either on Azure", MountedBucket::killEither);
  }

  @Test
  @LongForm(gate = "MountKillTest.nowOneAndThenTheOther", reason = REPETITION)
  void nowOneAndThenTheOtherOnAFakeOfGoogle() throws IOException {
    run(TestBucket.google(scratch), "either on a fake of Google", MountedBucket::killEither);
  }

  private interface Strike {
    void at(MountedBucket mounted, int round);
  }

  private void run(TestBucket filled, String victim, Strike strike) throws IOException {
    KillPlan plan = KillPlan.ofThisForm(4);
    SplittableRandom random = plan.random();
    try (TestBucket bucket = filled) {
      Readers.fill(bucket);
      try (MountedBucket mounted = bucket.mount(scratch, "--metadata-ttl", "200ms")) {
        BusyPrograms readers = Readers.of(mounted.directory(), plan.seed());
        for (int round = 0; round < plan.rounds(); round++) {
          int number = round;
          readers.round(plan, random, () -> strike.at(mounted, number), mounted::log);
        }
        readers.round(plan, mounted::log);
        System.out.println(readers.result(victim + " killed", plan));
      }
    }
  }
}
