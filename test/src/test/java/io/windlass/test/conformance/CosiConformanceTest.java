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
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import io.windlass.testing.VersityServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Every check, with credentials tried: in every revision on a driver that stays, and in the oldest
 * and the newest on one that is killed now and then. On fakes, which answer late as their clouds
 * do, both are in the oldest and the newest. A check that is skipped has to be known here, with the
 * reason.
 */
@LongForm(
    gate = {"CosiSanityCommandTest.aDriverIsTestedAndRestarted", "MinioCosiTest"},
    reason = "some hundred checks, and a driver that is killed for each of some")
class CosiConformanceTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration AT_ONCE = Duration.ZERO;

  /** Bounds the wait for what a fake applies late: by its count of requests, or by time. */
  private static final Duration LATE = Duration.ofMinutes(2);

  /** Azure says that a stored access policy takes up to 30 seconds: here it is a part of that. */
  private static final AccountSettings LATE_POLICIES =
      AccountSettings.FLAT.withPoliciesAfter(Duration.ofSeconds(1));

  /** Why most checks that are skipped are. */
  private static final String NO_RESTART = "--restart-command";

  private static final RevisionChoice OLDEST_AND_NEWEST =
      new RevisionChoice.These(List.of(ApiRevision.V1ALPHA1, ApiRevision.E));

  /** The checks that need a restart, in all six revisions. */
  private static final int UNKILLED = 35;

  /** The checks that need a restart, in the oldest and the newest revision. */
  private static final int UNKILLED_IN_TWO = 11;

  /**
   * What is tested.
   *
   * @param name of the server, for people
   * @param tried protocol of its credentials
   * @param xml where the XML API of Google is
   * @param settle longest wait until it follows a grant or a revoke
   */
  private record Subject(
      String name, DriverProcess driver, StorageProtocol tried, URI xml, Duration settle)
      implements Restart, AutoCloseable {

    static Subject s3(String name, DriverSetup setup) {
      return new Subject(
          name, DriverProcess.start(setup), StorageProtocol.S3, GcsSessions.ENDPOINT, AT_ONCE);
    }

    static Subject azure(String name, DriverSetup setup) {
      return new Subject(
          name, DriverProcess.start(setup), StorageProtocol.AZURE, GcsSessions.ENDPOINT, LATE);
    }

    static Subject gcs(String name, FakeGcs fake) {
      return new Subject(
          name,
          DriverProcess.start(DriverSetup.gcs(fake)),
          StorageProtocol.GCS,
          fake.storage(),
          LATE);
    }

    @Override
    public void restart() {
      driver.kill();
      driver.start();
    }

    @Override
    public void close() {
      driver.close();
    }
  }

  @Test
  @RealServer(MinioServer.class)
  void onMinio(MinioServer server) throws Exception {
    try (Subject minio = Subject.s3("MinIO", ownRegistry(DriverSetup.minio(server)))) {
      assertThat(inEveryRevision(minio).skipped()).isEqualTo(UNKILLED);
      assertThat(killed(minio).skipped()).isZero();
    }
  }

  /** SeaweedFS has no modes for a bucket's metadata: two checks in C, D and E. */
  @Test
  @RealServer(SeaweedFsServer.class)
  void onSeaweedFs(SeaweedFsServer server) throws Exception {
    try (Subject weed = Subject.s3("SeaweedFS", ownRegistry(DriverSetup.seaweedFs(server)))) {
      assertThat(inEveryRevision(weed).skipped()).isEqualTo(UNKILLED + 6);
      assertThat(killed(weed).skipped()).isZero();
    }
  }

  @Test
  @RealServer(VersityServer.class)
  void onVersityGateway(VersityServer server) throws Exception {
    try (Subject versity = Subject.s3("Versity S3 Gateway", DriverSetup.versity(server))) {
      assertThat(inTwoRevisions(versity).skipped()).isEqualTo(UNKILLED_IN_TWO);
      assertThat(killed(versity).skipped()).isZero();
    }
  }

  /** The embedded server has no tags: four checks of metadata modes, in C, D and E. */
  @Test
  void onTheEmbeddedServer() throws Exception {
    try (Subject embedded = Subject.s3("the embedded server", DriverSetup.local())) {
      assertThat(inEveryRevision(embedded).skipped()).isEqualTo(UNKILLED + 12);
      assertThat(killed(embedded).skipped()).isZero();
    }
  }

  /**
   * The token's URI has the name of the container, a token is for one container and reaches no
   * settings of it, and metadata of blobs go with their data: five checks.
   */
  @Test
  void onTheFakeOfAzure() throws Exception {
    try (FakeAzure fake = new FakeAzure();
        Subject azure =
            Subject.azure(
                "a FAKE of Azure", DriverSetup.azure(fake.add("conformance", LATE_POLICIES)))) {
      assertThat(inTwoRevisions(azure).skipped()).isEqualTo(UNKILLED_IN_TWO + 5);
      assertThat(killed(azure).skipped()).isZero();
    }
  }

  /**
   * Objects and buckets of Google have no tags for a client of S3, and metadata of objects go with
   * their data: four checks.
   */
  @Test
  void onTheFakeOfGoogle() throws Exception {
    try (FakeGcs fake = new FakeGcs("project");
        Subject google = Subject.gcs("a FAKE of Google", fake)) {
      fake.settings().replicasDiffer(0); // each grant would need nine calls, and not four
      assertThat(inTwoRevisions(google).skipped()).isEqualTo(UNKILLED_IN_TWO + 4);
      assertThat(killed(google).skipped()).isZero();
    }
  }

  /** The server is shared with other tests, whose drivers have other keys. */
  private static DriverSetup ownRegistry(DriverSetup setup) {
    return setup.with("WINDLASS_STORE_REGISTRY_BUCKET", UniqueName.of("registry"));
  }

  private static Summary inEveryRevision(Subject subject) throws CannotRunException {
    Summary summary = run(subject, new RevisionChoice.Every(), Selection.ALL, Optional.empty());
    assertThat(summary.passed()).isGreaterThan(400);
    return summary;
  }

  private static Summary inTwoRevisions(Subject subject) throws CannotRunException {
    Summary summary = run(subject, OLDEST_AND_NEWEST, Selection.ALL, Optional.empty());
    assertThat(summary.passed()).isGreaterThan(100);
    return summary;
  }

  private static Summary killed(Subject subject) throws CannotRunException {
    Summary summary =
        run(
            subject,
            OLDEST_AND_NEWEST,
            new Selection(List.of("restart", "key/*restart*"), List.of()),
            Optional.of(subject));
    assertThat(summary.passed()).isPositive();
    return summary;
  }

  /** Runs checks, none of which may fail. */
  private static Summary run(
      Subject subject, RevisionChoice revisions, Selection selection, Optional<Restart> restart)
      throws CannotRunException {
    StringWriter text = new StringWriter();
    TextReport report =
        new TextReport(new PrintWriter(text), new TextReport.Look(false, true, false));
    SanityOptions options =
        new SanityOptions(
            new Endpoint(subject.driver().setup().socket()),
            revisions,
            Map.of(),
            Map.of("whenNotEmpty", "Empty"),
            Map.of(),
            Optional.empty(),
            Optional.of(subject.tried()),
            subject.xml(),
            ProxyRule.NONE,
            restart,
            selection,
            8,
            TIMEOUT,
            subject.settle(),
            TestForm.seed("windlass.conformance.seed", 7));
    Summary summary = new CosiSanity(options, report).run();
    assertThat(summary.failed()).as("%s%n%s", text, subject.driver().output()).isZero();
    assertThat(summary.leftovers()).isEmpty();
    System.out.printf(
        "cosi-sanity on %s, %s: %d passed, %d failed, %d warned, %d skipped%n",
        subject.name(),
        restart.isPresent()
            ? "with a driver that is killed"
            : revisions instanceof RevisionChoice.Every ? "in every revision" : "in two revisions",
        summary.passed(),
        summary.failed(),
        summary.warned(),
        summary.skipped());
    text.toString()
        .lines()
        .filter(line -> line.contains(" – ") && !line.contains(NO_RESTART))
        .forEach(System.out::println);
    return summary;
  }
}
