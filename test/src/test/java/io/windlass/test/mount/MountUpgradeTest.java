package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One version takes over from another while programs read the mount: they must not notice. */
@RealServer(MinioServer.class)
class MountUpgradeTest {
  /** Up and down again. */
  private static final int ROUNDS = 2;

  @TempDir Path scratch;

  @Test
  void aNewVersionTakesOver(MinioServer server) throws IOException {
    KillPlan plan = KillPlan.fromProperties(ROUNDS);
    Installation installed = Installation.of(scratch, "1.0.0-test", "1.1.0-test");
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      Readers.fill(bucket);
      try (MountedBucket mounted =
              MountedBucket.mount(
                  installed.launcher(), server, bucket.uri(), scratch, "--metadata-ttl", "200ms");
          Readers readers = Readers.start(mounted.directory(), plan.seed())) {
        for (int round = 0; round < plan.rounds(); round++) {
          readers.goOn(mounted::log);
          assertThat(mounted.report().getVersion()).isEqualTo(installed.version());
          installed.swap();
          assertThat(mounted.windlass("upgrade").status()).isZero();
          assertThat(mounted.report().getVersion()).isEqualTo(installed.version());
        }
        readers.allGoOn(mounted::log);
        readers.stop();
        System.out.println(readers.result("upgraded", plan));
        assertThat(readers.wrong()).as(mounted.log()).isEmpty();
      }
    }
  }
}
