package io.windlass.test.csi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.connect.BucketConnectors;
import io.windlass.csi.PublishContext;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Scrape;
import io.windlass.testing.LiveFiles;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A node's session on MinIO, on a living mount. MinIO's own last for 15 minutes at least, so what
 * it says of their end is changed on the way.
 */
@RealServer(MinioServer.class)
class NodeSessionTest {
  private static final int LIFE_SECONDS = 4;

  private final int metrics = LoopbackPort.free();

  @Test
  void aSessionIsReplacedWhileAProgramWritesAndComesBackAfterItWasRefused(MinioServer server)
      throws Exception {
    replacedAndRefused(server, Duration.ZERO);
  }

  @Test
  @LongForm(
      gate = "NodeSessionTest.aSessionIsReplacedWhileAProgramWritesAndComesBackAfterItWasRefused",
      reason = "ten minutes of real time")
  void itIsRefusedForTenMinutes(MinioServer server) throws Exception {
    replacedAndRefused(server, Duration.ofMinutes(10));
  }

  /**
   * @param refused how long it is refused, beyond the first write that fails
   */
  private void replacedAndRefused(MinioServer server, Duration refused) throws Exception {
    String user = UniqueName.of("driver");
    Secret secret = Secret.of(UniqueName.of("secret"));
    MinioAccounts.addAdministrator(server, user, secret);
    try (Intermediary sts = ShortSessions.before(server.endpoint(), NodeSessionTest::hastened)) {
      DriverSetup setup =
          DriverSetup.minio(server)
              .with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + metrics)
              .with("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:" + LoopbackPort.free())
              .with("WINDLASS_STORE_ROLE_ARN", "arn:aws:iam::000000000000:role/volumes")
              .with("WINDLASS_STORE_STS_ENDPOINT", sts.url().toString())
              .with("WINDLASS_STORE_SESSION_LIFE", "15m");
      setup.secret("admin", "accessKeyId", user);
      setup.secret("admin", "secretAccessKey", secret.reveal());
      try (CsiPlugin plugin = CsiPlugin.start(setup)) {
        try {
          NodeCaller volume =
              NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_WRITER));
          assertThat(volume.publishContext()).containsKey("expires");
          volume.stage();
          Path target = volume.publish("one");
          writesUntilRenewed(target, 2);
          plugin.restart();
          writesUntilRenewed(target, 1);
          new RefusedSession(plugin, metrics, volume, target)
              .seen(
                  () -> MinioAccounts.remove(server, user), // and so its sessions end
                  () -> MinioAccounts.addAdministrator(server, user, secret),
                  refused);
          volume.publish("one"); // with what it was told first
          writesUntilRenewed(target, renewals() + 1);
          requireNoSecrets(setup, plugin, volume);
          volume.leave("one");
          volume.detachAndDelete();
        } catch (Exception | Error e) {
          e.addSuppressed(new DriverOutput(plugin.process()));
          throw e;
        }
      }
    } finally {
      MinioAccounts.remove(server, user);
    }
  }

  private static String hastened(String answer) {
    Instant end = Instant.now().plusSeconds(LIFE_SECONDS).truncatedTo(ChronoUnit.SECONDS);
    return answer.replaceFirst("(?<=<Expiration>)[^<]*", end.toString());
  }

  private double renewals() {
    return Scrape.of(metrics).value("windlass_credential_renewals_total").orElse(0.0);
  }

  /** No write may fail. */
  private void writesUntilRenewed(Path target, double times) throws IOException {
    String before =
        Files.exists(target.resolve("file")) ? Files.readString(target.resolve("file")) : "";
    int[] written = new int[1];
    await()
        .until(() -> {
          Files.writeString(
              target.resolve("file"), "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
          written[0]++;
          return renewals() >= times;
        });
    assertThat(target.resolve("file")).hasContent(before + "x".repeat(written[0]));
  }

  /** The key of renewals is the same as long as the volume is attached. */
  private static void requireNoSecrets(DriverSetup setup, CsiPlugin plugin, NodeCaller volume)
      throws IOException {
    PublishContext told =
        PublishContext.open(
                volume.publishContext(),
                new BucketConnectors(List.of(new S3Connector())),
                setup.nodeKey(),
                volume.volumeId())
            .orElseThrow();
    Matcher values =
        Pattern.compile("\"[A-Za-z]+\":\"([^\"]{16,})\"").matcher(told.credential().reveal());
    List<String> secrets =
        Stream.concat(
                Stream.of(told.renewal().orElseThrow().key().secret().reveal()),
                values.results().map(each -> each.group(1)))
            .toList();
    assertThat(secrets).as("key, secret, token and key of renewals").hasSizeGreaterThan(3);
    for (Path file : files(setup)) {
      String content = Files.readString(file, ISO_8859_1);
      secrets.forEach(each -> assertThat(content).as("%s", file).doesNotContain(each));
    }
    for (ProcessHandle each : plugin.others()) {
      for (String part : List.of("cmdline", "environ")) {
        String content =
            Files.readString(Path.of("/proc", Long.toString(each.pid()), part), ISO_8859_1);
        secrets.forEach(one -> assertThat(content).as(part).doesNotContain(one));
      }
    }
  }

  /** All files of the driver, and its log; not those of the mounts. */
  private static List<Path> files(DriverSetup setup) throws IOException {
    List<Path> all = new ArrayList<>(List.of(setup.out(), setup.err()));
    for (Path place : List.of(setup.state(), setup.staging(), setup.run())) {
      all.addAll(LiveFiles.in(place));
    }
    return all;
  }
}
