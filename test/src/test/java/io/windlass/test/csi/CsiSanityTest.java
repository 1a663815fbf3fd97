package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The public sanity suite over real mounts, at the default level of the spec, with regions and with
 * a bound for the volumes of a node: every spec passes, and none is skipped.
 */
class CsiSanityTest {
  /** Region of all servers. */
  private static final String REGION = "us-east-1";

  /** Disabled by the suite itself. */
  private static final List<String> PENDING =
      List.of(
          "Controller Service [Controller Server] ListVolumes pagination should detect volumes"
              + " added between pages and accept tokens when the last volume from a page is"
              + " deleted");

  @TempDir Path scratch;

  @Test
  @LongForm(gate = "CsiSanityTest.onTheEmbeddedStore", reason = "the same on another server")
  @RealServer(MinioServer.class)
  void onMinio(MinioServer server) throws IOException {
    passes("MinIO", DriverSetup.minio(server));
  }

  @Test
  @LongForm(gate = "CsiSanityTest.onTheEmbeddedStore", reason = "the same on another server")
  @RealServer(SeaweedFsServer.class)
  void onSeaweedFs(SeaweedFsServer server) throws IOException {
    passes("SeaweedFS", DriverSetup.seaweedFs(server));
  }

  @Test
  @LongForm(gate = "CsiSanityTest.onTheEmbeddedStore", reason = "the same on another server")
  @RealServer(AzuriteServer.class)
  void onAzurite(AzuriteServer server) throws IOException {
    passes("Azurite", DriverSetup.azurite(server).with("WINDLASS_STORE_REGION", REGION));
  }

  @Test
  @LongForm(gate = "CsiSanityTest.onTheEmbeddedStore", reason = "the same on another server")
  void onGoogle() throws IOException {
    // The suite does not call again when a key is not effective yet.
    try (FakeGcs fake = new FakeGcs("project").accessAtOnce()) {
      passes(
          FakeGcs.NAME
              + ", without snapshots: the first of a bucket takes 50 s, and the suite does"
              + " not call again",
          DriverSetup.gcs(fake).with("WINDLASS_STORE_REGION", REGION),
          List.of("--ginkgo.skip=[sS]napshot"));
    }
  }

  @Test
  void onTheEmbeddedStore() throws IOException {
    passes("the embedded store", DriverSetup.local());
  }

  private void passes(String store, DriverSetup setup) throws IOException {
    passes(store, setup, List.of());
  }

  /**
   * Runs the suite.
   *
   * @param skipping argument by which the suite leaves out snapshots; none: it leaves out nothing
   */
  private void passes(String store, DriverSetup setup, List<String> skipping) throws IOException {
    Path suite = Programs.require("csi-sanity");
    Path mutable = Files.writeString(scratch.resolve("mutable.yaml"), "metadataTtl: 30s\n");
    Path report = scratch.resolve("report.xml");
    DriverSetup told =
        setup
            .with("WINDLASS_CSI_MAX_VOLUMES", "3")
            .with("WINDLASS_CSI_TOPOLOGY", "true")
            .with("WINDLASS_CSI_NODE_REGION", REGION)
            .with("WINDLASS_STORE_REGIONS", REGION);
    try (CsiPlugin plugin = CsiPlugin.start(told)) {
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  suite.toString(),
                  "--csi.endpoint=unix://" + plugin.socket(),
                  "--csi.mountdir=" + plugin.mounts().resolve("target"),
                  "--csi.stagingdir=" + plugin.mounts().resolve("staging"),
                  "--csi.testvolumemutableparameters=" + mutable,
                  "--csi.testnodevolumeattachlimit",
                  "--ginkgo.junit-report=" + report,
                  "--ginkgo.no-color"));
      arguments.addAll(skipping);
      Outcome outcome = Launch.of(arguments).run();
      SanityReport said = SanityReport.read(report);
      BuildOutput.say("The CSI sanity suite on %s:".formatted(store));
      said.specs()
          .forEach(spec -> BuildOutput.say("  %-8s %s".formatted(spec.status(), spec.name())));
      assertThat(outcome.status()).as(outcome.out() + plugin.process().output()).isZero();
      assertThat(said.names("failed")).isEmpty();
      if (skipping.isEmpty()) {
        assertThat(said.names("skipped")).isEmpty();
      } else {
        assertThat(said.names("skipped"))
            .isNotEmpty()
            .allMatch(name -> name.toLowerCase(Locale.ROOT).contains("snapshot"));
      }
      assertThat(said.names("pending")).isEqualTo(PENDING);
      assertThat(said.names("passed")).hasSizeGreaterThan(skipping.isEmpty() ? 90 : 60);
      assertThat(plugin.mounted()).isEmpty();
    }
  }
}
