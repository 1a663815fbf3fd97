package io.windlass.test.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.CannotRunException;
import io.windlass.cosi.sanity.CosiSanity;
import io.windlass.cosi.sanity.RevisionChoice;
import io.windlass.cosi.sanity.SanityOptions;
import io.windlass.cosi.sanity.Selection;
import io.windlass.cosi.sanity.Summary;
import io.windlass.cosi.sanity.TextReport;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every check, in every revision, with credentials tried and the driver killed now and then. A
 * check that is skipped has to be known here, with the reason.
 */
class CosiConformanceTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration AT_ONCE = Duration.ZERO;

  @TempDir Path directory;

  @Test
  @RealServer(MinioServer.class)
  void onMinio(MinioServer server) throws Exception {
    try (KillableDriver driver = KillableDriver.minio(directory, server)) {
      assertThat(skipped(driver)).isZero();
    }
  }

  /** The embedded server has no tags: four checks of metadata modes, in C, D and E. */
  @Test
  void onTheEmbeddedServer() throws Exception {
    try (KillableDriver driver = KillableDriver.embedded(directory)) {
      assertThat(skipped(driver)).isEqualTo(12);
    }
  }

  /** How many checks were skipped; none may fail. */
  private static int skipped(KillableDriver driver) throws CannotRunException {
    StringWriter text = new StringWriter();
    TextReport report =
        new TextReport(new PrintWriter(text), new TextReport.Look(false, true, false));
    Summary summary = new CosiSanity(options(driver), report).run();
    assertThat(summary.failed()).as("%s%n%s", text, driver.said()).isZero();
    assertThat(summary.leftovers()).isEmpty();
    assertThat(summary.passed()).isGreaterThan(450);
    return summary.skipped();
  }

  private static SanityOptions options(KillableDriver driver) {
    return new SanityOptions(
        new Endpoint(driver.socket()),
        new RevisionChoice.Every(),
        Map.of(),
        Map.of("whenNotEmpty", "Empty"),
        Map.of(),
        Optional.empty(),
        true,
        Optional.of(driver),
        Selection.ALL,
        8,
        TIMEOUT,
        AT_ONCE,
        ThreadLocalRandom.current().nextLong(1L << 32));
  }
}
