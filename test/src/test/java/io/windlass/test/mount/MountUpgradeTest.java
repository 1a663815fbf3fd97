package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One version takes over from another while programs read the mount: they must not notice. */
@RealServer(MinioServer.class)
@LongForm(
    gate = {"MountKillTest", "MountLifeTest.sessionsAreHandedOver"},
    reason = "it installs two versions, and starts each of their processes without a cache")
class MountUpgradeTest {
  @TempDir Path scratch;

  @Test
  void aBuildOfTheSameVersionTakesOver(MinioServer server) throws IOException {
    Installation installed = Installation.ofOneVersion(scratch, "1.0.0-test");
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted =
            MountedBucket.mount(installed.launcher(), server, bucket.uri(), scratch)) {
      installed.swap();
      assertThat(mounted.upgrade().out()).contains("1.0.0-test (one) -> 1.0.0-test (other)");
      assertThat(mounted.report().getCommit()).isEqualTo("other");
      assertThat(mounted.upgrade().out()).contains("1.0.0-test already");
    }
  }

  @Test
  void aNewVersionTakesOver(MinioServer server) throws IOException {
    KillPlan plan = KillPlan.ofThisForm(2); // up and down again
    SplittableRandom random = plan.random();
    Installation installed = Installation.of(scratch, "1.0.0-test", "1.1.0-test");
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      Readers.fill(bucket);
      try (MountedBucket mounted =
          MountedBucket.mount(
              installed.launcher(), server, bucket.uri(), scratch, "--metadata-ttl", "200ms")) {
        BusyPrograms readers = Readers.of(mounted.directory(), plan.seed());
        for (int round = 0; round < plan.rounds(); round++) {
          assertThat(mounted.report().getVersion()).isEqualTo(installed.version());
          installed.swap();
          readers.round(
              plan, random, () -> assertThat(mounted.upgrade().status()).isZero(), mounted::log);
          assertThat(mounted.report().getVersion()).isEqualTo(installed.version());
        }
        readers.round(plan, mounted::log);
        System.out.println(readers.result("upgraded", plan));
      }
    }
  }
}
