package io.windlass.test.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Scrape;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(Lifecycle.PER_CLASS)
class CosiCommandTest {
  private Path directory;
  private Running driver;

  @BeforeAll
  void start(@TempDir Path shared) {
    directory = shared;
    driver = Running.serving(shared);
  }

  @AfterAll
  void stop() {
    driver.close();
  }

  @Test
  void everyProblemOfTheConfigurationIsToldAtOnce() {
    Outcome outcome =
        Launch.inThisJvm("cosi")
            .with("WINDLASS_BACKENDS", "fast,cold")
            .with("WINDLASS_FAST_KIND", "tape")
            .with("WINDLASS_COLD_KIND", "s3")
            .with("WINDLASS_COLD_ENDPOINT", "minio")
            .with("WINDLASS_LOG_LEVLE", "debug")
            .run();

    assertThat(outcome.status()).isEqualTo(78);
    assertThat(outcome.err())
        .contains(
            "WINDLASS_FAST_KIND must be one of azure, gcs, s3, local, and is 'tape'",
            "WINDLASS_COLD_ENDPOINT",
            "WINDLASS_COLD_FLAVOR",
            "WINDLASS_COLD_CREDENTIALS",
            "WINDLASS_KEYS",
            "WINDLASS_LOG_LEVLE")
        .doesNotContain("\tat ");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void itsHelpListsTheSettings() {
    Outcome help = Launch.inThisJvm("cosi", "--help").run();

    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains("COSI_ENDPOINT", "WINDLASS_BACKENDS", "WINDLASS_NAME_CREDENTIALS");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void itServesUntilItIsToldToStop(@TempDir Path own) {
    try (Running served = Running.serving(own)) {
      Outcome info = calling(own, "getinfo").succeed();
      assertThat(info.out()).contains("cosi.windlass.io", "S3");
      assertThat(calling(own, "--api", "v1alpha1", "GetInfo").succeed().out())
          .contains("cosi.windlass.io");

      assertThat(served.stop()).isZero();
      assertThat(own.resolve("cosi.sock")).doesNotExist();
      Outcome gone = calling(own, "GetInfo").run();
      assertThat(gone.status()).isEqualTo(1);
      assertThat(gone.err()).contains("there is no socket", "is the driver running?");
    }
  }

  @Test
  void aSecondDriverOnTheSocketIsAnError() {
    try (Running second =
        Launch.windlass("cosi")
            .with("COSI_ENDPOINT", endpoint(directory))
            .with("WINDLASS_LOCAL_DIRECTORY", directory.resolve("another").toString())
            .with("WINDLASS_LOCAL_LISTEN", "127.0.0.1:0")
            .start(directory.resolve("second.log"))) {
      assertThat(second.status()).isEqualTo(1);
      assertThat(second.said()).contains("listens on", "cosi.sock").doesNotContain("\tat ");
      assertThat(calling("GetInfo").succeed().status()).isZero();
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
    assertThat(calling("CreateBucket", "{\"bucket_id\": \"local/bc-x\"}").succeed().out())
        .contains("\"bucket_id\" : \"bc-x\"");
    assertThat(calling("GrantBucketAccess", grant).succeed().out())
        .contains("\"access_secret_key\" : \"***\"");
    assertThat(calling("--show-secrets", "GrantBucketAccess", grant).succeed().out())
        .containsPattern("\"access_secret_key\" : \"[^*]{40}\"");
  }

  @Test
  void whatTheClientDescribesCanBePasted() {
    paste(
        directory,
        "v1alpha2",
        List.of(
            "GetInfo",
            "GenerateBucketId",
            "CreateBucket",
            "GetBucket",
            "GetExistingBucket",
            "GenerateBucketAccessId",
            "GrantBucketAccess",
            "RevokeBucketAccess",
            "DeleteBucket"));
    paste(
        directory,
        "v1alpha1",
        List.of(
            "GetInfo", "CreateBucket", "GrantBucketAccess", "RevokeBucketAccess", "DeleteBucket"));
  }

  /** Makes the calls as they are described. They are all that there are. */
  private static void paste(Path place, String api, List<String> methods) {
    List<String> all = calling(place, "--api", api).succeed().out().lines().skip(1).toList();
    assertThat(all.stream().map(name -> name.strip().replaceFirst("Driver", "")))
        .containsExactlyInAnyOrderElementsOf(methods);
    for (String method : methods) {
      Pasted example =
          Pasted.from(calling(place, "--api", api, "--describe", method).succeed().out());
      Outcome _ = calling(place, example.arguments()).succeed();
    }
  }

  @Test
  void theClientTellsWhatTheDriverRefuses() {
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

  /** There are such servers; this one says yes to everything. */
  @Test
  void aServerThatIgnoresConditionsIsNotUsed() throws IOException {
    try (ScriptedServer forgetful = new ScriptedServer(CosiCommandTest::agree)) {
      DriverSetup setup =
          DriverSetup.minio(
              new MinioServer(forgetful.endpoint(), "admin", Secret.of("secret-of-admin"), ""));
      int metrics = LoopbackPort.free();
      setup.with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + metrics);
      try (DriverProcess refused = DriverProcess.start(setup)) {
        String words = "backend store is not used: conditional writes are not atomic";
        await().untilAsserted(() -> assertThat(refused.output()).contains(words));
        assertThatThrownBy(() -> Scrape.page(metrics, "/readyz")).hasMessageContaining("503");
        Outcome create =
            Launch.inThisJvm("call", "CreateBucket", "{\"bucket_id\": \"store/bc-x\"}")
                .with("COSI_ENDPOINT", "unix://" + setup.socket())
                .run();
        assertThat(create.err()).contains("FAILED_PRECONDITION", words);
      }
    }
  }

  private static void agree(HttpExchange exchange) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    exchange.getResponseHeaders().set("ETag", "\"1\"");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", "0");
    }
    exchange.getResponseHeaders().set("Last-Modified", "Thu, 26 Nov 2026 09:00:00 GMT");
    String document =
        query.contains("versioning")
            ? "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
            : "<Result><IsTruncated>false</IsTruncated></Result>";
    byte[] body = document.getBytes(UTF_8);
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.sendResponseHeaders(exchange.getRequestMethod().equals("DELETE") ? 204 : 200, -1);
    } else {
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Outcome call(String... arguments) {
    return calling(arguments).run();
  }

  private Launch calling(String... arguments) {
    return calling(directory, arguments);
  }

  private static Launch calling(Path place, String... arguments) {
    List<String> all = new ArrayList<>(List.of("call", "--timeout", "300"));
    all.addAll(List.of(arguments));
    return Launch.inThisJvm(all.toArray(String[]::new)).with("COSI_ENDPOINT", endpoint(place));
  }

  private static String endpoint(Path place) {
    return "unix://" + place.resolve("cosi.sock");
  }
}
