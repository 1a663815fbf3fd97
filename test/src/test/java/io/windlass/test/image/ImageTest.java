package io.windlass.test.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.csi.SanityReport;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.image.Podman.Confinement;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.test.mount.fault.TcpProxy;
import io.windlass.test.mount.fault.TestCertificate;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image in containers that may do what the chart lets them do, and nothing else. */
@LongForm(
    gate = {"ImageLauncherTest", "ImageSettingsTest"},
    reason = "the image has to be built, by -Pimage, which takes a minute")
class ImageTest {
  /** Has the JVM refuse to run without a cache that fits. */
  private static final String STRICT = "-XX:AOTMode=on";

  private static Podman podman; // loaded once

  @TempDir Path scratch;

  @BeforeAll
  static void load() {
    podman = Podman.load(System.getenv());
  }

  @Test
  void windlassIsTheEntryPointAndThereIsNoShell() {
    Outcome version = unprivileged(List.of(), "version");
    assertThat(version.status()).as(version.err()).isZero();
    assertThat(version.out()).startsWith("windlass ");
    assertThat(version.err()).isEmpty();

    Outcome wrong = unprivileged(List.of(), "nonsense");
    assertThat(wrong.status()).isEqualTo(2);

    Outcome shell = unprivileged(List.of("--entrypoint", "/bin/sh"), "-c", "exit 0");
    assertThat(shell.status()).as(shell.out()).isEqualTo(127);
  }

  @Test
  void optionsOfTheJvmAreThoseOfTheRole() {
    List<String> both =
        List.of(
            "--env", "WINDLASS_JAVA_OPTS=-Xmx100m -XX:+PrintCommandLineFlags",
            "--env", "WINDLASS_MOUNTER_JAVA_OPTS=-Xmx90m -XX:+PrintCommandLineFlags");
    assertThat(unprivileged(both, "version").out())
        .contains("MaxHeapSize=104857600 ", "+UseSerialGC");
    assertThat(unprivileged(both, "mounter", "--help").out())
        .contains("MaxHeapSize=94371840 ", "+UseSerialGC");
  }

  @Test
  void theCachesFitTheRuntime() {
    Outcome driver = unprivileged(List.of("--env", "WINDLASS_JAVA_OPTS=" + STRICT), "version");
    assertThat(driver.status()).as(driver.out() + driver.err()).isZero();
    Outcome mounter =
        unprivileged(List.of("--env", "WINDLASS_MOUNTER_JAVA_OPTS=" + STRICT), "mounter", "--help");
    assertThat(mounter.status()).as(mounter.out() + mounter.err()).isZero();
  }

  @Test
  void theDemoRunsWithoutPrivileges() {
    Outcome demo = unprivileged(List.of(), "demo");
    assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.out()).contains("left out").doesNotContain("No error, and no byte is lost");
  }

  @Test
  void theDemoMountsWhereItMay() {
    Outcome demo = podman.container(Confinement.PRIVILEGED, List.of(), List.of("demo")).run();
    assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.out())
        .contains("The bucket becomes a directory", "No error, and no byte is lost");
  }

  @Test
  @RealServer(MinioServer.class)
  void aSidecarOfTheSameUserCallsTheCosiDriver(MinioServer server) throws Exception {
    try (ContainerDriver driver =
        ContainerDriver.start(
            podman, Confinement.UNPRIVILEGED, DriverSetup.minio(server), "cosi")) {
      Outcome sanity =
          Launch.windlass(
                  "cosi-sanity",
                  "--endpoint",
                  "unix://" + driver.socket(),
                  "--s3",
                  "--revision",
                  "v1alpha1,E",
                  "--only",
                  "info,create,grant,delete,key/revoked,key/read-only")
              .run();
      assertThat(sanity.status()).as(sanity.out() + driver.log()).isZero();
      assertThat(sanity.out()).contains("✓ key/revoked", "✓ key/read-only", " 0 failed");
      Outcome doctor = driver.exec("doctor");
      assertThat(doctor.status()).as(doctor.out() + doctor.err()).isZero();
      assertThat(driver.stop()).isZero();
    }
  }

  @Test
  @RealServer(MinioServer.class)
  void aServerBehindAPrivateAuthorityIsTrustedIfToldSo(MinioServer server) throws Exception {
    TestCertificate certificate = TestCertificate.make(scratch);
    try (TcpProxy tls = new TcpProxy(server, certificate)) {
      DriverSetup setup = DriverSetup.minio(tls.server());
      Path authority = Files.copy(certificate.pem(), setup.work().resolve("ca.pem"));
      setup.with("WINDLASS_STORE_CA_CERTIFICATE", authority.toString());
      try (ContainerDriver driver =
          ContainerDriver.start(podman, Confinement.UNPRIVILEGED, setup, "cosi")) {
        Outcome created =
            driver.exec("call", "CreateBucket", "{\"bucket_id\": \"store/bc-behind-tls\"}");
        assertThat(created.status()).as(created.err() + driver.log()).isZero();
        Outcome doctor = driver.exec("doctor");
        assertThat(doctor.status()).as(doctor.out() + driver.log()).isZero();
      }
    }
  }

  @Test
  @RealServer(MinioServer.class)
  void theSanitySuiteOfCsiPasses(MinioServer server) throws Exception {
    Path suite = Programs.require("csi-sanity");
    Path report = scratch.resolve("report.xml");
    Path mutable = Files.writeString(scratch.resolve("mutable.yaml"), "metadataTtl: 30s\n");
    try (ContainerDriver driver =
        ContainerDriver.start(
            podman, Confinement.PRIVILEGED, DriverSetup.minio(server).asCsi(), "csi")) {
      Outcome outcome =
          Launch.of(
                  List.of(
                      suite.toString(),
                      "--csi.endpoint=unix://" + driver.socket(),
                      "--csi.mountdir=" + driver.mounts().resolve("target"),
                      "--csi.stagingdir=" + driver.mounts().resolve("staging"),
                      "--csi.testvolumemutableparameters=" + mutable,
                      "--ginkgo.junit-report=" + report,
                      "--ginkgo.no-color"))
              .run();
      assertThat(outcome.status()).as(outcome.out() + driver.log()).isZero();
      SanityReport said = SanityReport.read(report);
      assertThat(said.names("failed")).isEmpty();
      assertThat(said.names("passed")).hasSizeGreaterThan(80);
      BuildOutput.say(
          "The CSI sanity suite on the image: %d passed.".formatted(said.names("passed").size()));
      assertThat(driver.stop()).isZero();
    }
  }

  private static Outcome unprivileged(List<String> options, String... arguments) {
    return podman.container(Confinement.UNPRIVILEGED, options, List.of(arguments)).run();
  }
}
