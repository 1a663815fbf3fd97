package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.store.s3.object.S3Granted;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.Intermediary;
import io.windlass.testing.proxy.ScriptedServer;
import io.windlass.testing.proxy.ScriptedServer.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the SDK's client does of itself. */
class S3RequestsTest {
  private static final AwsCredentials CREDENTIALS =
      AwsBasicCredentials.create("scripted", "scripted-secret");
  private static final DateTimeFormatter SIGNED =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final Pattern SIGNED_AT = Pattern.compile("(?im)^x-amz-date: *(\\S+)");

  private static final Answer FINE = exchange -> exchange.sendResponseHeaders(200, -1);

  private static int get(ScriptedServer server, String key) {
    try (S3Clients clients = S3Clients.open(S3Granted.connection(server), () -> CREDENTIALS)) {
      return get(clients, key);
    }
  }

  private static int get(S3Clients clients, String key) {
    return clients.requests().send(getting(key), S3Answer::closed).statusCode();
  }

  private static S3Requests.Request getting(String key) {
    return new S3Requests.Request(
        SdkHttpMethod.GET, Optional.of("bucket"), key, Map.of(), Map.of(), Optional.empty());
  }

  @Test
  void whatMayPassIsTriedThreeTimes() throws IOException {
    for (Answer passing : List.of(ScriptedServer.error(503, "SlowDown"), ScriptedServer.hangUp())) {
      try (ScriptedServer server = new ScriptedServer(passing, passing, FINE)) {
        assertThat(get(server, "key")).isEqualTo(200);
        assertThat(server.requests()).hasSize(3);
      }
    }
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.hangUp())) {
      assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> get(server, "key"));
      assertThat(server.requests()).hasSize(3);
    }
  }

  /** By both ways to it; the time of the call is over at some time, which the others show. */
  @Test
  void aBusyServerIsAskedAgainWhileThereIsTime() throws IOException {
    Answer busy = ScriptedServer.error(503, "SlowDown");
    Answer throttling = ScriptedServer.error(429, "TooManyRequests");
    try (ScriptedServer server =
        new ScriptedServer(busy, throttling, busy, ScriptedServer.hangUp(), busy, FINE)) {
      assertThat(get(server, "key")).isEqualTo(200);
      assertThat(server.requests()).hasSize(6);
    }
    try (ScriptedServer server = new ScriptedServer(busy, busy, throttling, busy, FINE);
        S3Clients clients = S3Clients.open(S3Granted.connection(server), () -> CREDENTIALS)) {
      assertThat(clients.calls().headBucket(head -> head.bucket("bucket")).sdkHttpResponse())
          .matches(SdkHttpResponse::isSuccessful);
      assertThat(server.requests()).hasSize(5);
    }
  }

  @Test
  void whatIsFinalIsSaidAtOnceInTheWordsOfTheServer() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            error(
                403,
                "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code>"
                    + "<Message>not &quot;you&quot;</Message><Detail><Code>other</Code></Detail>"
                    + "</Error>"))) {
      assertThatExceptionOfType(S3Exception.class)
          .isThrownBy(() -> get(server, "key"))
          .satisfies(refused -> {
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.awsErrorDetails().errorCode()).isEqualTo("AccessDenied");
            assertThat(refused.awsErrorDetails().errorMessage()).isEqualTo("not \"you\"");
          });
      assertThat(server.requests()).hasSize(1);
    }
  }

  /** Where work takes long, servers send the status, and blanks, before they know. */
  @Test
  void anErrorMayFollowAStatusThatSaysNothingOfIt() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                error(200, "<?xml version=\"1.0\"?>\n <Error><Code>InternalError</Code></Error>"),
                error(
                    200, " \n<?xml version=\"1.0\"?><A><B><C>no</C></B><C>&quot;c&quot;</C></A>"));
        S3Clients clients = S3Clients.open(S3Granted.connection(server), () -> CREDENTIALS)) {
      AnswerElement answer = clients.requests().send(getting("key"), S3Answer::element);
      assertThat(answer).isEqualTo(new AnswerElement("A", Map.of("C", "\"c\"")));
      assertThat(server.requests()).hasSize(2);
    }
  }

  private static Answer error(int status, String text) {
    return exchange -> {
      exchange.sendResponseHeaders(status, 0);
      exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
    };
  }

  /** The server's clock counts; what was found out holds for the next request. */
  @Test
  void aClockThatIsWrongIsSetRight() throws IOException {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC).plusHours(3));
    String error = "<Error><Code>RequestTimeTooSkewed</Code></Error>";
    List<Instant> signed = new CopyOnWriteArrayList<>();
    try (Intermediary server =
            Intermediary.start(
                "ahead",
                client -> {
                  Matcher at = SIGNED_AT.matcher(Intermediary.head(client.getInputStream()));
                  assertThat(at.find()).isTrue();
                  signed.add(SIGNED.parse(at.group(1), Instant::from));
                  String answer =
                      signed.size() > 1
                          ? "200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                          : "403 No\r\nDate: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                              .formatted(date, error.length(), error);
                  Intermediary.send(client, "HTTP/1.1 " + answer);
                });
        S3Clients clients =
            S3Clients.open(
                S3Connection.to(server.url()).withTimeouts(Patience.LONG, Patience.LONG),
                () -> CREDENTIALS)) {
      assertThat(get(clients, "key")).isEqualTo(200);
      assertThat(get(clients, "key")).isEqualTo(200);
    }
    assertThat(signed).hasSize(3);
    assertThat(signed.subList(1, 3))
        .allSatisfy(at -> assertThat(at).isAfter(signed.getFirst().plus(Duration.ofHours(2))));
  }

  @Test
  void keysAreSentAsTheyAre() throws IOException {
    try (ScriptedServer server = new ScriptedServer(FINE)) {
      for (String key : List.of("a b+c*~%20", "dir//file", "./x/../y", "ü?#&=")) {
        get(server, key);
        assertThat(server.requests().getLast().getRequestURI().getPath())
            .isEqualTo("/bucket/" + key);
      }
    }
  }
}
