package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.object.EndlessAnswer;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.store.s3.object.S3Granted;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/** What a failed call to MinIO's admin API says. */
class MinioCallsTest {
  private static void call(int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    ScriptedServer.Answer answer =
        exchange -> {
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
        };
    try (ScriptedServer server = new ScriptedServer(answer);
        S3Clients clients =
            S3Clients.open(
                S3Granted.connection(server), () -> AwsBasicCredentials.create("id", "key"))) {
      MinioCalls calls = new MinioCalls(clients, S3Errors.of("fast"));
      calls.make(MinioCalls.Call.get("user-info", Map.of()), "look at user", "u", calls.deadline());
    }
  }

  /** Go writes quotes and angle brackets of a text in JSON with backslashes. */
  @Test
  void anErrorInJsonIsToldWhole() {
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() ->
            call(
                403,
                """
                {"Code": "AccessDenied", "Message": "no \\"admin:GetUser\\" for \\u003cu\\u003e"}\
                """))
        .withMessage(
            "fast: look at user u: the key does not permit it"
                + " (AccessDenied: no \"admin:GetUser\" for <u>)");
  }

  /** A process of several that was not told of it yet. */
  @Test
  void aUserThatIsNotKnownYetIsWaitedFor() throws IOException {
    ScriptedServer.Answer answer =
        exchange -> {
          boolean attaches =
              exchange.getRequestURI().getPath().contains("set-user-or-group-policy");
          byte[] body =
              (attaches ? "{\"Code\": \"XMinioAdminNoSuchUser\", \"Message\": \"none\"}" : "")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(attaches ? 404 : 200, attaches ? body.length : -1);
          exchange.getResponseBody().write(body);
        };
    Keyring ring = Keyring.parse(Keyring.generate());
    DerivedKeys keys = new DerivedKeys(() -> ring);
    AccessModes modes = new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);
    Principal principal =
        new Principal(
            "ba-1", List.of(new BucketGrant("bucket", "", modes, Set.of())), Optional.empty());
    try (ScriptedServer server = new ScriptedServer(answer);
        S3Clients clients =
            S3Clients.open(
                S3Granted.connection(server), () -> AwsBasicCredentials.create("id", "key"))) {
      MinioAccess access =
          new MinioAccess(
              new MinioCalls(clients, S3Errors.of("fast")),
              S3Capabilities.of(S3Flavor.MINIO),
              keys,
              clients);
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> access.grant(principal, access.generation(1), List.of()))
          .withMessageContaining("its user is made, and the server does not know it yet");
    }
  }

  @Test
  void whatStandsBeforeTheAdminApiAnswersInXml() {
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(() ->
            call(403, "<Error><Code>RequestTimeTooSkewed</Code><Message>late</Message></Error>"))
        .withMessageContaining("(RequestTimeTooSkewed: late)");
  }

  @Test
  void whereThereIsNoErrorTheStatusSaysIt() {
    for (String body : new String[] {"", "{}", "[]", "null", "<html>Forbidden</html>"}) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .as(body)
          .isThrownBy(() -> call(403, body))
          .withMessageContaining("(HTTP 403)");
    }
  }

  /** What came so far is no answer, and the rest is not waited for. */
  @Test
  void anAnswerWithoutEndIsNone() throws IOException {
    EndlessAnswer endless = EndlessAnswer.of(200, "{\"a\":\"", "a");
    try (ScriptedServer server = new ScriptedServer(endless);
        S3Clients clients =
            S3Clients.open(
                S3Granted.connection(server), () -> AwsBasicCredentials.create("id", "key"))) {
      MinioCalls calls = new MinioCalls(clients, S3Errors.of("fast"));
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() ->
              calls.make(
                  MinioCalls.Call.get("list-users", Map.of()), "list", "users", calls.deadline()))
          .withMessageContaining("it has more than 16777216 bytes");
      assertThat(server.requests()).hasSize(1);
    }
  }
}
