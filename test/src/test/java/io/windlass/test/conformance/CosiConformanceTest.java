package io.windlass.test.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.CannotRunException;
import io.windlass.cosi.sanity.CosiSanity;
import io.windlass.cosi.sanity.RevisionChoice;
import io.windlass.cosi.sanity.SanityOptions;
import io.windlass.cosi.sanity.Selection;
import io.windlass.cosi.sanity.Summary;
import io.windlass.cosi.sanity.TextReport;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.trial.Restart;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.TestForm;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every check, with credentials tried: in every revision on a driver that stays, and in the oldest
 * and the newest on one that is killed now and then. A check that is skipped has to be known here,
 * with the reason.
 */
@LongForm(
    gate = {"CosiSanityCommandTest.aDriverIsTestedAndRestarted", "MinioCosiTest"},
    reason = "some hundred checks, and a driver that is killed for each of some")
class CosiConformanceTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration AT_ONCE = Duration.ZERO;

  /** The checks that need a restart, in all six revisions. */
  private static final int UNKILLED = 35;

  @TempDir Path directory;

  @Test
  @RealServer(MinioServer.class)
  void onMinio(MinioServer server) throws Exception {
    try (KillableDriver driver = KillableDriver.minio(directory, server)) {
      assertThat(inEveryRevision(driver).skipped()).isEqualTo(UNKILLED);
      assertThat(killed(driver).skipped()).isZero();
    }
  }

  /** SeaweedFS has no modes for a bucket's metadata: two checks in C, D and E. */
  @Test
  @RealServer(SeaweedFsServer.class)
  void onSeaweedFs(SeaweedFsServer server) throws Exception {
    try (KillableDriver driver = KillableDriver.seaweedFs(directory, server)) {
      assertThat(inEveryRevision(driver).skipped()).isEqualTo(UNKILLED + 6);
      assertThat(killed(driver).skipped()).isZero();
    }
  }

  /** The embedded server has no tags: four checks of metadata modes, in C, D and E. */
  @Test
  void onTheEmbeddedServer() throws Exception {
    try (KillableDriver driver = KillableDriver.embedded(directory)) {
      assertThat(inEveryRevision(driver).skipped()).isEqualTo(UNKILLED + 12);
      assertThat(killed(driver).skipped()).isZero();
    }
  }

  private static Summary inEveryRevision(KillableDriver driver) throws CannotRunException {
    Summary summary = run(driver, new RevisionChoice.Every(), Selection.ALL, Optional.empty());
    assertThat(summary.passed()).isGreaterThan(400);
    return summary;
  }

  private static Summary killed(KillableDriver driver) throws CannotRunException {
    Summary summary =
        run(
            driver,
            new RevisionChoice.These(List.of(ApiRevision.V1ALPHA1, ApiRevision.E)),
            new Selection(List.of("restart", "key/*restart*"), List.of()),
            Optional.of(driver));
    assertThat(summary.passed()).isPositive();
    return summary;
  }

  /** Runs checks, none of which may fail. */
  private static Summary run(
      KillableDriver driver,
      RevisionChoice revisions,
      Selection selection,
      Optional<Restart> restart)
      throws CannotRunException {
    StringWriter text = new StringWriter();
    TextReport report =
        new TextReport(new PrintWriter(text), new TextReport.Look(false, true, false));
    SanityOptions options =
        new SanityOptions(
            new Endpoint(driver.socket()),
            revisions,
            Map.of(),
            Map.of("whenNotEmpty", "Empty"),
            Map.of(),
            Optional.empty(),
            Optional.of(StorageProtocol.S3),
            GcsSessions.ENDPOINT,
            ProxyRule.NONE,
            restart,
            selection,
            8,
            TIMEOUT,
            AT_ONCE,
            TestForm.seed("windlass.conformance.seed", 7));
    Summary summary = new CosiSanity(options, report).run();
    assertThat(summary.failed()).as("%s%n%s", text, driver.said()).isZero();
    assertThat(summary.leftovers()).isEmpty();
    System.out.printf(
        "cosi-sanity %s: %d passed, %d failed, %d warned, %d skipped%n",
        restart.isPresent() ? "with a driver that is killed" : "in every revision",
        summary.passed(),
        summary.failed(),
        summary.warned(),
        summary.skipped());
    return summary;
  }
}
