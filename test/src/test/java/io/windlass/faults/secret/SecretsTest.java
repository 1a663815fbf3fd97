package io.windlass.faults.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.faults.Fleet;
import io.windlass.faults.RawWire;
import io.windlass.faults.StormBackend;
import io.windlass.faults.Story;
import io.windlass.faults.fuzz.Consequences;
import io.windlass.faults.fuzz.CosiDialect;
import io.windlass.faults.fuzz.Fuzzer;
import io.windlass.faults.fuzz.ValidRequests;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Scrape;
import io.windlass.test.monitoring.OtlpReceiver;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Recognisable secrets are put everywhere where the driver gets or makes some, at the most
 * talkative level of its log; then it is led through good and bad times. Nothing that it wrote,
 * said or shows to others has one of them in it, in whatever form.
 */
class SecretsTest {
  private final Canaries canaries = new Canaries();
  private final Planted planted = new Planted(canaries);
  private final List<String> said = new ArrayList<>();

  @Test
  @RealServer(MinioServer.class)
  void nothingTellsThem(PrivateServer<MinioServer> minio) throws IOException {
    DriverSetup setup = DriverSetup.minio(minio.server());
    Planted.Administrator first = planted.administrator(minio.server(), "first");
    Planted.Administrator second = planted.administrator(minio.server(), "second");
    Secret wrong = planted.secret("wrong");
    String ring = Files.readString(setup.keys());
    planted.key("driver key", ring);
    canaries.add("root secret", minio.server().rootSecret().reveal());
    setup.with("WINDLASS_LOG_LEVEL", "debug").with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:0");

    first.install(setup, first.secret());
    try (OtlpReceiver traces = OtlpReceiver.start();
        DriverProcess driver =
            DriverProcess.start(setup.with("OTEL_EXPORTER_OTLP_ENDPOINT", traces.endpoint()));
        Fleet fleet = new Fleet(List.of(driver));
        RawWire wire = new RawWire(setup.socket())) {
      try {
        Story story = new Story(fleet, canaries);
        story.live("one");

        first.install(setup, wrong);
        story.refuse(Code.UNAUTHENTICATED);
        second.install(setup, second.secret());
        MinioAccounts.remove(minio.server(), first.key());
        story.live("two");
        first.install(setup, first.secret());
        story.refuse(Code.UNAUTHENTICATED);
        second.install(setup, second.secret());
        story.live("three");

        setup.secret("keys", "keyring", planted.secret("broken keyring").reveal());
        story.live("four");
        String newer = Keyring.generate().reveal();
        planted.key("newer driver key", newer);
        setup.secret("keys", "keyring", newer + "\n" + ring);
        story.live("five");

        minio.kill();
        story.refuse(Code.UNAVAILABLE);
        minio.restart();
        story.live("six");

        SplittableRandom random = new SplittableRandom(7);
        ValidRequests valid = new ValidRequests(random, "fuzz");
        new Fuzzer(wire, new CosiDialect(valid, new Consequences()), random, "fuzz").send(100);
        fleet.errors().forEach(error -> said.add(error.received()));
        searchEverything(setup, driver, minio.server(), traces);
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(driver));
        throw e;
      }
    }
  }

  private void searchEverything(
      DriverSetup setup, DriverProcess driver, MinioServer server, OtlpReceiver traces)
      throws IOException {
    // The search finds what is there.
    assertThat(canaries.in(setup.secrets("admin"))).anyMatch(found -> found.contains("second"));
    assertThat(canaries.in(setup.secrets("keys"))).anyMatch(found -> found.contains("driver key"));
    // And what is searched is what was meant.
    String log = Files.readString(setup.out()) + Files.readString(setup.err());
    assertThat(log).contains("DriverGrantBucketAccess", "***");

    List<String> found = new ArrayList<>();
    found.addAll(canaries.in("log", log));
    found.addAll(canaries.in(setup.work()));
    found.addAll(canaries.in(setup.sockets()));
    for (String file : List.of("cmdline", "environ")) {
      found.addAll(canaries.in(file, new String(driver.proc(file), UTF_8).replace('\0', '\n')));
    }
    found.addAll(canaries.in("metrics", metrics(log)));
    await().until(() -> traces.text().contains("bucket-six"));
    // With the messages of failures, and the requests below the calls.
    assertThat(traces.text()).contains("windlass.error", "access.grant");
    found.addAll(canaries.in("traces", traces.text()));
    said.forEach(text -> found.addAll(canaries.in("a message", text)));
    assertThat(said).hasSizeGreaterThan(20);
    Planted.records(server).forEach((key, text) -> found.addAll(canaries.in(key, text)));
    assertThat(found).isEmpty();
  }

  /** The page of the metrics, at the port that the driver has chosen. */
  private static String metrics(String log) {
    Matcher port = Pattern.compile("metrics: 127\\.0\\.0\\.1:(\\d+)").matcher(log);
    assertThat(port.find()).isTrue();
    String text = Scrape.of(Integer.parseInt(port.group(1))).text();
    assertThat(text).contains("DriverGrantBucketAccess");
    return text;
  }

  /** Secrets that stand where there should be none are not repeated by the complaint. */
  @Test
  void aWrongConfigurationDoesNotTellThem() {
    String secret = planted.secret("misplaced").reveal().replace("/", "").replace("+", "");
    canaries.add("misplaced", secret);
    DriverSetup setup =
        DriverSetup.local()
            .with("WINDLASS_STORE_KIND", "s3")
            .with("WINDLASS_STORE_FLAVOR", secret)
            .with("WINDLASS_STORE_ENDPOINT", "http://user:" + secret + "@127.0.0.1:9000")
            .with("WINDLASS_STORE_CREDENTIALS", "/" + secret)
            .with("WINDLASS_STORE_SECRET_KEY", secret)
            .with("WINDLASS_KEYS", secret);
    try (DriverProcess driver = DriverProcess.launch(setup)) {
      assertThat(driver.awaitEnd()).isEqualTo(78);
      assertThat(driver.output())
          .contains("WINDLASS_STORE_ENDPOINT", "WINDLASS_STORE_SECRET_KEY", "WINDLASS_KEYS");
      assertThat(canaries.in("output", driver.output())).isEmpty();
    }
  }

  /** Keys of an embedded server lie in its directory, for its owner alone. */
  @Test
  void theEmbeddedServerKeepsItsKeyToItself() {
    DriverSetup setup = DriverSetup.local().with("WINDLASS_LOG_LEVEL", "debug");
    try (DriverProcess driver = DriverProcess.start(setup);
        Fleet fleet = new Fleet(List.of(driver))) {
      new Story(fleet, canaries).live("local");
      await().until(() -> driver.output().contains("***"));
      List<String> found = new ArrayList<>();
      found.addAll(canaries.in(setup.work()));
      found.addAll(canaries.in(setup.data()));
      found.addAll(canaries.in("log", read(setup.out()) + read(setup.err())));
      assertThat(found).isEmpty();
    }
  }

  /** What a user puts into a class by mistake is complained about by name. */
  @Test
  void aMisplacedSecretIsNotRepeated() {
    String secret = planted.secret("misplaced").reveal();
    DriverSetup setup = DriverSetup.local();
    try (DriverProcess driver = DriverProcess.start(setup);
        Fleet fleet = new Fleet(List.of(driver))) {
      for (CosiClient client : fleet.clients()) {
        Map<String, String> parameters = Map.of("secretAccessKey", secret);
        RpcAnswer<Bucket> answer =
            client.create(StormBackend.S3.bucket("bucket").withParameters(parameters));
        assertThat(answer.code()).isEqualTo(Code.INVALID_ARGUMENT);
      }
      assertThat(fleet.errors())
          .isNotEmpty()
          .allSatisfy(error -> {
            assertThat(error.received()).contains("secretAccessKey");
            assertThat(canaries.in("a message", error.received())).isEmpty();
          });
      assertThat(read(setup.err())).contains("secretAccessKey");
      assertThat(canaries.in("log", read(setup.out()) + read(setup.err()))).isEmpty();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
