package io.windlass.store.gcs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.AnswerTooLong;
import io.windlass.http.HttpSettings;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GcsTransportTest {
  private static final Duration CALL = Duration.ofHours(10);
  private static final HttpSettings SETTINGS =
      new HttpSettings(CALL, CALL, Optional.empty(), HttpSettings.DEFAULT.proxies());

  private static GcsTransport.Received send(ScriptedServer server, boolean whole)
      throws IOException {
    return new GcsTransport(SETTINGS, GcsBackends.AT_ONCE)
        .send(() -> HttpRequest.newBuilder(server.endpoint()), Duration.ZERO, whole);
  }

  @Test
  void anAnswerThatIsReadWholeIsBounded() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(exchange -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream body = exchange.getResponseBody();
          byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
          for (int i = 0; i < 17; i++) {
            body.write(spaces);
          }
        })) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> send(server, true).close())
          .withCauseInstanceOf(AnswerTooLong.class);
    }
  }

  /** First the object is written too often, then the service is busy: both within one time. */
  @Test
  void aRequestThatIsRefusedAgainAndAgainEndsWithItsCall() throws Exception {
    AtomicLong clock = new AtomicLong();
    try (ScriptedServer server =
        new ScriptedServer(refusal(429, clock), refusal(503, clock), refusal(503, clock))) {
      Deadline.counting(
          clock::get,
          () -> {
            try (GcsTransport.Received last = send(server, false)) {
              assertThat(last.status()).isEqualTo(503);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
      assertThat(server.requests()).hasSize(2);
    }
  }

  /** Refuses a request, which takes six tenths of the time of a call. */
  private static ScriptedServer.Answer refusal(int status, AtomicLong clock) {
    return exchange -> {
      clock.addAndGet(CALL.toNanos() / 10 * 6);
      exchange.sendResponseHeaders(status, -1);
    };
  }
}
