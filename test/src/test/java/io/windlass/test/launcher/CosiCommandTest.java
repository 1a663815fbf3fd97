package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CosiCommandTest {
  private static final Duration START = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void everyProblemOfTheConfigurationIsToldAtOnce() {
    Outcome outcome =
        Launch.windlass("cosi")
            .with("WINDLASS_BACKENDS", "fast,cold")
            .with("WINDLASS_FAST_KIND", "tape")
            .with("WINDLASS_COLD_KIND", "s3")
            .with("WINDLASS_COLD_ENDPOINT", "minio")
            .with("WINDLASS_LOG_LEVLE", "debug")
            .run();

    assertThat(outcome.status()).isEqualTo(78);
    assertThat(outcome.err())
        .contains(
            "WINDLASS_FAST_KIND",
            "WINDLASS_COLD_ENDPOINT",
            "WINDLASS_COLD_FLAVOR",
            "WINDLASS_COLD_CREDENTIALS",
            "WINDLASS_KEYS",
            "WINDLASS_LOG_LEVLE")
        .doesNotContain("tape", "\tat ");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void itsHelpListsTheSettings() {
    Outcome help = Launch.windlass("cosi", "--help").run();

    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains("COSI_ENDPOINT", "WINDLASS_BACKENDS", "WINDLASS_NAME_CREDENTIALS");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void itServesUntilItIsToldToStop() {
    try (Running driver = serving("first")) {
      Outcome info = call("getinfo");
      assertThat(info.status()).as(info.err()).isZero();
      assertThat(info.out()).contains("cosi.windlass.io", "S3");
      assertThat(call("--api", "v1alpha1", "GetInfo").out()).contains("cosi.windlass.io");

      assertThat(driver.stop()).isZero();
      assertThat(directory.resolve("cosi.sock")).doesNotExist();
      Outcome gone = call("GetInfo");
      assertThat(gone.status()).isEqualTo(1);
      assertThat(gone.err()).contains("there is no socket", "is the driver running?");
    }
  }

  @Test
  void aSecondDriverOnTheSocketIsAnError() {
    try (Running _ = serving("first");
        Running second =
            driver().with("WINDLASS_LOCAL_DIRECTORY", path("another")).start(log("second"))) {
      assertThat(second.status()).isEqualTo(1);
      assertThat(second.said()).contains("listens on", "cosi.sock").doesNotContain("\tat ");
      assertThat(call("GetInfo").status()).isZero();
    }
  }

  @Test
  void theClientHidesSecretsUnlessAskedForThem() {
    String grant =
        """
        {"account_id": "local/ba-x", "protocol": {"type": "S3"},
         "authentication_type": {"type": "KEY"}, "buckets": [{"bucket_id": "local/bc-x",
         "object_data_access_mode": {"mode": "READ_ONLY"},
         "object_metadata_access_mode": {"mode": "ANY"},
         "bucket_metadata_access_mode": {"mode": "ANY"}}]}\
        """;
    try (Running _ = serving("first")) {
      assertThat(call("CreateBucket", "{\"bucket_id\": \"local/bc-x\"}").out())
          .contains("\"bucket_id\" : \"bc-x\"");
      assertThat(call("GrantBucketAccess", grant).out())
          .contains("\"access_secret_key\" : \"***\"");
      assertThat(call("--show-secrets", "GrantBucketAccess", grant).out())
          .containsPattern("\"access_secret_key\" : \"[^*]{40}\"");
    }
  }

  @Test
  void theClientTellsWhatTheDriverRefuses() {
    try (Running _ = serving("first")) {
      Outcome refused = call("CreateBucket", "{\"bucket_id\": \"local/UPPER\"}");
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).startsWith("DriverCreateBucket: ").hasLineCount(1);

      Outcome unknown = call("MakeBucket");
      assertThat(unknown.status()).isEqualTo(2);
      assertThat(unknown.err()).contains("MakeBucket", "DriverCreateBucket");

      Outcome malformed = call("CreateBucket", "{\"bucket\": 1}");
      assertThat(malformed.status()).isEqualTo(2);
      assertThat(malformed.err()).contains("DriverCreateBucketRequest", "bucket");
    }
  }

  private Running serving(String name) {
    Running driver = driver().start(log(name));
    await(name)
        .atMost(START)
        .failFast(() -> assertThat(driver.process().isAlive()).as(driver.said()).isTrue())
        .until(this::isServed);
    return driver;
  }

  private boolean isServed() {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return socket.connect(UnixDomainSocketAddress.of(directory.resolve("cosi.sock")));
    } catch (IOException e) {
      return false;
    }
  }

  private Launch driver() {
    return Launch.windlass("cosi")
        .with("COSI_ENDPOINT", endpoint())
        .with("WINDLASS_LOCAL_DIRECTORY", path("store"));
  }

  private Outcome call(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "call";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Launch.windlass(all).with("COSI_ENDPOINT", endpoint()).run();
  }

  private String endpoint() {
    return "unix://" + path("cosi.sock");
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private Path log(String name) {
    return directory.resolve(name + ".log");
  }
}
