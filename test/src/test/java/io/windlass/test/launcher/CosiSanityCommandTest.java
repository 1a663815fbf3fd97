package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conformance suite from the command line; what it checks is tested where the checks are. */
class CosiSanityCommandTest {
  @TempDir Path directory;

  @Test
  void itListsItsChecks() {
    Outcome list = sanity("--list", "--only", "delete,info/shape");

    assertThat(list.status()).isZero();
    assertThat(list.out().lines())
        .hasSize(6)
        .anyMatch(
            line -> line.matches("COSI-501 +delete/twice +COSI spec, DriverDeleteBucket: MUST .*"));
  }

  @Test
  void itsHelpFitsOnATerminal() {
    Outcome help = sanity("--help");

    assertThat(help.status()).isZero();
    assertThat(help.out()).contains("--endpoint", "--restart-command", "--junit");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void whatIsWrongWithTheCommandLineIsSaid() {
    assertThat(sanity().err()).contains("give --endpoint, or set COSI_ENDPOINT");
    assertThat(sanity("-e", "tcp://localhost").err()).contains("must be unix:// and an absolute");
    assertThat(sanity("-e", "unix:///x.sock", "--revision", "F").err()).contains("'F' is no rev");
    assertThat(sanity("-e", "unix:///x.sock", "--timeout", "soon").err())
        .contains("'soon' is not a time like 500ms");
    assertThat(sanity("-e", "unix:///x.sock", "--s3", "--azure").err()).contains("not both");
    Outcome alone = sanity("-e", "unix:///x.sock", "--concurrency", "1");
    assertThat(alone.err()).contains("concurrency must be from 2 to 1000");
    assertThat(alone.status()).isEqualTo(2);
  }

  @Test
  void nobodyAnswers() {
    Outcome outcome = sanity("-e", "unix://" + directory.resolve("nowhere.sock"));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("windlass: nothing answers on unix://")
        .contains("is the driver running")
        .doesNotContain("\tat ");
  }

  @Test
  void aDriverIsTestedAndRestarted() throws IOException {
    Path pid = directory.resolve("pid");
    try (Running driver = Running.serving(directory)) {
      Files.writeString(pid, Long.toString(driver.process().pid()));
      Path xml = directory.resolve("report.xml");
      Outcome outcome =
          sanity(
              "--endpoint",
              endpoint(),
              "--s3",
              "--timeout",
              "5m",
              "--restart-command",
              restart(pid),
              "--only",
              "info,delete,key/revoked,restart/access",
              "--revision",
              "v1alpha1,E",
              "--junit",
              xml.toString());

      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.out())
          .contains("v1alpha1, driver ", "v1alpha2 revision E, driver ")
          .contains("✓ key/revoked", "✓ restart/access", " 0 failed")
          .doesNotContain("Left behind", "\u001b");
      assertThat(xml).content().contains("<testsuite name=\"cosi-sanity v1alpha1\"");
    } finally {
      end(pid);
    }
  }

  /**
   * What Azure has no equivalent of is skipped with a reason. There are few checks, because each
   * change of a container's policies takes the driver a second.
   */
  @Test
  @LongForm(
      gate = "CosiSanityCommandTest.aDriverIsTestedAndRestarted",
      reason = "the same command on another store, which is slow")
  @RealServer(AzuriteServer.class)
  void theTokensOfADriverOverAzureAreTried(AzuriteServer azurite) {
    try (DriverProcess driver = DriverProcess.start(DriverSetup.azurite(azurite))) {
      Outcome outcome =
          sanity(
              "--endpoint",
              "unix://" + driver.setup().socket(),
              "--azure",
              "--revision",
              "v1alpha1,E",
              "--only",
              "info,grant/shape,key/revoked,key/read-only,key/*-buckets,key/bucket-metadata-read-only,"
                  + "key/bucket-name",
              "--settle",
              "0s");

      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .contains("✓ grant/shape", "✓ key/revoked", "✓ key/read-only")
          .containsPattern("– key/bucket-name .* by the token's URI")
          .containsPattern("– key/several-buckets .*: OUT_OF_RANGE")
          .containsPattern("– key/bucket-metadata-read-only .* reaches no settings of a container")
          .containsPattern("\n10 passed, 0 failed, 0 warned, 3 skipped in ")
          .doesNotContain("Left behind", "sig=");
    }
  }

  /** On a FAKE of Google. Objects have no tags there, so these checks find nothing. */
  @Test
  @LongForm(
      gate = "CosiSanityCommandTest.aDriverIsTestedAndRestarted",
      reason = "the same command on another store")
  void theKeysOfADriverOverGoogleAreTried() {
    try (FakeGcs fake = new FakeGcs("project").accessAtOnce(); // "--settle 0s"
        DriverProcess driver = DriverProcess.start(DriverSetup.gcs(fake))) {
      Outcome outcome =
          sanity(
              "--endpoint",
              "unix://" + driver.setup().socket(),
              "--gcs",
              "--gcs-endpoint",
              fake.storage().toString(),
              "--revision",
              "v1alpha1,E",
              "--only",
              "info,grant/shape,key",
              "--settle",
              "0s");

      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .contains("✓ grant/shape", "✓ key/revoked", "✓ key/read-only", "✓ key/several-buckets")
          .contains(" 0 failed")
          .doesNotContain("Left behind");
    }
  }

  @Test
  void toldToStopItCleansUp() {
    try (Running _ = Running.serving(directory);
        Running run =
            Launch.windlass("cosi-sanity", "--endpoint", endpoint(), "--timeout", "5m")
                .start(directory.resolve("run.log"))) {
      run.untilSaid("✓ create/shape");
      // The JVM's own status for SIGTERM.
      assertThat(run.stop()).isEqualTo(143);
      assertThat(run.said()).contains("stopped before the end").doesNotContain("Left behind");
    }
  }

  /** Kills the driver, and leaves another one behind. */
  private String restart(Path pid) {
    return "kill -9 $(cat %1$s); COSI_ENDPOINT=%2$s WINDLASS_LOCAL_DIRECTORY=%3$s %4$s cosi >>%5$s 2>&1 & echo $! >%1$s"
        .formatted(
            pid,
            endpoint(),
            directory.resolve("store"),
            Launch.distribution().resolve("bin/windlass"),
            directory.resolve("restarted.log"));
  }

  private static void end(Path pid) throws IOException {
    if (Files.exists(pid)) {
      ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static Outcome sanity(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "cosi-sanity";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Launch.inThisJvm(all).run();
  }

  private String endpoint() {
    return "unix://" + directory.resolve("cosi.sock");
  }
}
