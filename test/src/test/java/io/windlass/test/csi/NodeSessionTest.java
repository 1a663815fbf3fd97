package io.windlass.test.csi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
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
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.AccessDeniedException;
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
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final int metrics = LoopbackPort.free();

  @Test
  void aSessionIsReplacedWhileAProgramWritesAndComesBackAfterItWasRefused(MinioServer server)
      throws Exception {
    replacedAndRefused(server, Duration.ZERO);
  }

  @Test
  @LongForm(
      gate =
          "NodeSessionTest.aSessionIsReplacedWhileAProgramWritesAndComesBackAfterItWasRefused",
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
    try (Intermediary sts = Intermediary.start("sts", client -> hasten(client, server))) {
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
          refusedAndBack(server, user, secret, plugin, target, refused);
          volume.publish("one"); // with what it was told first
          writesUntilRenewed(target, renewals() + 1);
          requireNoSecrets(setup, plugin, volume);
          await()
              .until(
                  () -> // what could not be sent is sent
                  Scrape.of(metrics)
                              .value(
                                  "windlass_mount_unpublished_files", "volume", volume.volumeId())
                              .orElse(1.0)
                          == 0);
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

  private static void hasten(Socket client, MinioServer server) throws IOException {
    InputStream from = client.getInputStream();
    String head = Intermediary.head(from);
    Matcher length = Pattern.compile("(?i)\r\nContent-Length: *([0-9]+)").matcher(head);
    assertThat(length.find()).isTrue();
    byte[] body = from.readNBytes(Integer.parseInt(length.group(1)));
    try (Socket to = new Socket(server.endpoint().getHost(), server.endpoint().getPort())) {
      Intermediary.send(to, Intermediary.only(head));
      to.getOutputStream().write(body);
      String answer = new String(to.getInputStream().readAllBytes(), ISO_8859_1);
      Instant end = Instant.now().plusSeconds(LIFE_SECONDS).truncatedTo(ChronoUnit.SECONDS);
      Intermediary.send(client, answer.replaceFirst("(?<=<Expiration>)[^<]*", end.toString()));
    }
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

  private static void refusedAndBack(
      MinioServer server,
      String user,
      Secret secret,
      CsiPlugin plugin,
      Path target,
      Duration refused)
      throws IOException {
    String failing = "cannot be renewed, and ends at";
    String back = "is renewed again";
    int failed = count(plugin, failing);
    int returned = count(plugin, back);
    try (InputStream open = Files.newInputStream(target.resolve("file"))) {
      assertThat(open.read()).isEqualTo('x');
      MinioAccounts.remove(server, user); // and so its sessions end
      await()
          .untilAsserted(() ->
              assertThatIOException()
                  .isThrownBy(() -> write(target))
                  .satisfies(NodeSessionTest::isAccessDenied));
      assertThat(open.read()).as("what was read before").isEqualTo('x');
      await().until(() -> count(plugin, failing) == failed + 1);
      Instant until = Instant.now().plus(refused);
      await()
          .atMost(refused.plus(PATIENCE))
          .pollInterval(refused.dividedBy(100).plusMillis(100)) // each leaves a file that waits
          .until(() -> {
            assertThatIOException()
                .isThrownBy(() -> write(target))
                .satisfies(NodeSessionTest::isAccessDenied);
            return !Instant.now().isBefore(until);
          });
      assertThat(open.read()).as("what was read before").isEqualTo('x');
      assertThat(count(plugin, failing)).as("one line").isEqualTo(failed + 1);
    }
    MinioAccounts.addAdministrator(server, user, secret);
    await()
        .ignoreExceptionsMatching(NodeSessionTest::deniesAccess)
        .until(() -> Files.exists(write(target)));
    await().until(() -> count(plugin, back) == returned + 1);
    assertThat(count(plugin, failing)).as("one line").isEqualTo(failed + 1);
  }

  private static Path write(Path target) throws IOException {
    return Files.writeString(target.resolve(UniqueName.of("new")), "written");
  }

  private static void isAccessDenied(Throwable failure) {
    assertThat(deniesAccess(failure)).as("%s", failure).isTrue();
  }

  /** Of a close, the JDK has the words of the errno alone. */
  private static boolean deniesAccess(Throwable failure) {
    return failure instanceof AccessDeniedException
        || String.valueOf(failure.getMessage()).contains("Permission denied");
  }

  private static int count(CsiPlugin plugin, String text) {
    return plugin.process().output().split(Pattern.quote(text), -1).length - 1;
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
      try (Stream<Path> tree = Files.walk(place)) {
        tree.filter(Files::isRegularFile).forEach(all::add);
      }
    }
    return all;
  }
}
