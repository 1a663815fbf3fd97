package io.windlass.store.s3.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.http.HttpAttempts;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/** Buckets of a server that knows none of their settings: versitygw lacks some, others all. */
class SparseServerTest {
  private static BucketSettings with(
      boolean versioning, OptionalInt expireDays, Encryption encryption, Map<String, String> tags) {
    return new BucketSettings(
        Optional.empty(), versioning, false, OptionalLong.empty(), expireDays, encryption, tags);
  }

  /** The settings that are asked for, by the name of the parameter. */
  private static Map<String, BucketSettings> asked() {
    Encryption none = new Encryption.BackendDefault();
    return Map.of(
        "versioning", with(true, OptionalInt.empty(), none, Map.of()),
        "expirationDays", with(false, OptionalInt.of(7), none, Map.of()),
        "encryption", with(false, OptionalInt.empty(), new Encryption.Managed(), Map.of()),
        "tags", with(false, OptionalInt.empty(), none, Map.of("a", "b")));
  }

  private static ScriptedServer server(int status, String code) throws IOException {
    ScriptedServer.Answer refusal = ScriptedServer.error(status, code);
    return new ScriptedServer(exchange -> {
      if (makes(exchange)) {
        exchange.sendResponseHeaders(200, -1);
      } else if ("location".equals(exchange.getRequestURI().getQuery())) {
        ScriptedServer.text("<LocationConstraint/>").send(exchange);
      } else {
        refusal.send(exchange);
      }
    });
  }

  private static boolean makes(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("PUT") && exchange.getRequestURI().getQuery() == null;
  }

  @ParameterizedTest
  @CsvSource({"501, NotImplemented", "405, MethodNotAllowed"})
  void whatNobodyAskedForIsNotMissed(int status, String code) throws IOException {
    try (ScriptedServer server = server(status, code);
        S3Clients clients = clients(server)) {
      S3Buckets buckets = buckets(clients);
      assertThatNoException()
          .isThrownBy(() -> {
            buckets.create("bucket", BucketSettings.DEFAULT);
            buckets.update("bucket", BucketSettings.DEFAULT);
            buckets.keepVersions("bucket", false);
          });
      assertThat(buckets.keepsVersions("bucket")).isFalse();
      assertThat(buckets.dangers("bucket")).isEmpty();
      asked()
          .forEach((parameter, settings) ->
              Stream.<Runnable>of(
                      () -> buckets.create("bucket", settings),
                      () -> buckets.update("bucket", settings),
                      () -> buckets.amend("bucket", settings))
                  .forEach(call ->
                      assertThatExceptionOfType(DriverException.Unsupported.class)
                          .isThrownBy(call::run)
                          .withMessage(
                              "sparse: create bucket bucket: %s is not offered by this server: leave it out",
                              parameter)));
    }
  }

  private static S3Clients clients(ScriptedServer server) {
    return S3Clients.open(
        S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
        () -> AwsBasicCredentials.create("scripted", "scripted-secret"));
  }

  private static S3Buckets buckets(S3Clients clients) {
    return new S3Buckets(
        clients,
        S3Capabilities.of(S3Flavor.NONE),
        S3Extras.none(),
        S3Errors.of("sparse"),
        new HttpAttempts());
  }
}
