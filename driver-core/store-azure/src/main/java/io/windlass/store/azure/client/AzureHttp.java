package io.windlass.store.azure.client;

import io.windlass.http.AnswerBody;
import io.windlass.http.AnswerRoom;
import io.windlass.http.CaCertificate;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpExchanges;
import io.windlass.operation.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.time.Duration;

/**
 * Sends requests over the JDK's client, on the thread of the caller, and repeats those that failed
 * in passing, within the time of the call and the {@link Deadline} of the operation that it is part
 * of. The SDK's own repetition knows no deadline, and waits on threads of its own.
 */
final class AzureHttp {
  private static final int ATTEMPTS = 3;

  private final HttpClient client;
  private final AzureConnection connection;
  private final HttpAttempts attempts = new HttpAttempts();
  private final AnswerRoom room;

  /**
   * Creates a client that has sent nothing yet. It takes the time of an attempt as the longest time
   * to connect, and the time of a call as the longest time without a byte of an answer's body.
   */
  AzureHttp(AzureConnection connection) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(connection.attemptTimeout());
    connection.caCertificate().ifPresent(pem -> builder.sslContext(CaCertificate.context(pem)));
    this.client = connection.proxies().install(builder).build();
    this.connection = connection;
    this.room = new AnswerRoom(connection.callTimeout());
  }

  /**
   * Sends a request until an answer is final. The answer is to be closed.
   *
   * @param request its body has to be one that can be sent again
   * @param more time beyond the usual, for the bytes that it carries or has copied
   * @throws UncheckedIOException if there is no answer
   */
  HttpAnswer send(HttpRequest.Builder request, Duration more) {
    return Deadline.allowing(more, () -> repeatedly(request, more));
  }

  private HttpAnswer repeatedly(HttpRequest.Builder request, Duration more) {
    Deadline until = Deadline.within(connection.callTimeout(), more);
    Duration usual = connection.attemptTimeout().plus(more);
    for (int attempt = 1; ; attempt++) {
      Duration left = until.left();
      boolean last = attempt >= ATTEMPTS;
      try {
        HttpAnswer answer =
            attempt(
                connection.proxies().prepared(request), left.compareTo(usual) < 0 ? left : usual);
        if (last || !HttpAttempts.passes(answer.status()) || !attempts.pause(attempt, until)) {
          return answer;
        }
        answer.close();
      } catch (UncheckedIOException e) {
        boolean unsent = e.getCause() instanceof HttpConnectTimeoutException;
        if ((last && !unsent) || !attempts.pause(Math.min(attempt, ATTEMPTS), until)) {
          throw e;
        }
      }
    }
  }

  private HttpAnswer attempt(HttpRequest request, Duration limit) {
    try {
      return new HttpAnswer(
          HttpExchanges.send(client, request, _ -> new AnswerBody(connection.callTimeout()), limit),
          room);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
