package io.windlass.store.gcs.client;

import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.LowLevelHttpRequest;
import io.windlass.http.AnswerBody;
import io.windlass.http.CaCertificate;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpExchanges;
import io.windlass.operation.Deadline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sends requests over the JDK's client, on the thread of the caller, and repeats those that failed
 * in passing, within the time of the call and the {@link Deadline} of the operation that it is part
 * of. The transport that Google's client has for itself waits forever for a server that takes no
 * bytes, and sends a POST twice when a connection breaks.
 */
public final class GcsTransport extends HttpTransport {
  private static final int ATTEMPTS = 3;

  /** "One write per second to the same object name": a refusal for that passes, if waited for. */
  private static final int ATTEMPTS_IF_TOO_FAST = 6;

  /** Far more than a page of a list: a thousand names with all the metadata there can be. */
  private static final int LONGEST_WHOLE = 64 << 20;

  /** Those that the JDK's client sets by itself. */
  private static final Set<String> RESTRICTED =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private final HttpClient client;
  private final GcsConnection connection;
  private final HttpAttempts attempts;

  /** An answer; its body is to be closed. */
  public record Received(int status, HttpHeaders headers, InputStream body) {
    /** Closes the body, where nobody asks how that goes. */
    public void close() {
      try {
        body.close();
      } catch (IOException e) {
        // Nobody asks for it.
      }
    }
  }

  public GcsTransport(GcsConnection connection, HttpAttempts attempts) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(connection.attemptTimeout());
    connection.caCertificate().ifPresent(pem -> builder.sslContext(CaCertificate.context(pem)));
    this.client = connection.proxies().install(builder).build();
    this.connection = connection;
    this.attempts = attempts;
  }

  @Override
  protected LowLevelHttpRequest buildRequest(String method, String url) {
    return new GcsRequest(this, connection.attemptTimeout(), method, url);
  }

  static boolean isRestricted(String header) {
    return RESTRICTED.contains(header.toLowerCase(Locale.ROOT));
  }

  /**
   * Sends a request until an answer is final.
   *
   * @param request made for each attempt, because a body can be sent once
   * @param more time beyond the usual, for the bytes that it carries or has copied
   * @param whole whether the body is read here, and a broken one is a reason to repeat
   */
  public Received send(Supplier<HttpRequest.Builder> request, Duration more, boolean whole)
      throws IOException {
    return Deadline.allowing(more, () -> repeatedly(request, more, whole));
  }

  private Received repeatedly(Supplier<HttpRequest.Builder> request, Duration more, boolean whole)
      throws IOException {
    Deadline until = Deadline.within(connection.callTimeout(), more);
    for (int attempt = 1; ; attempt++) {
      Duration usual = connection.attemptTimeout().plus(more);
      Duration left = until.left();
      try {
        Received received =
            attempt(
                connection.proxies().prepared(request.get()),
                left.compareTo(usual) < 0 ? left : usual,
                whole);
        if (attempt >= most(received.status)
            || !HttpAttempts.passes(received.status)
            || !attempts.pause(attempt, until)) {
          return received;
        }
        received.body.close();
      } catch (IOException e) {
        boolean unsent = e instanceof HttpConnectTimeoutException;
        if ((attempt >= ATTEMPTS && !unsent)
            || !attempts.pause(Math.min(attempt, ATTEMPTS), until)) {
          throw e;
        }
      }
    }
  }

  private static int most(int status) {
    return status == 429 ? ATTEMPTS_IF_TOO_FAST : ATTEMPTS;
  }

  private Received attempt(HttpRequest request, Duration limit, boolean whole) throws IOException {
    try {
      HttpResponse<AnswerBody> answer =
          HttpExchanges.send(client, request, _ -> new AnswerBody(connection.callTimeout()), limit);
      if (!whole && answer.statusCode() < 300) {
        return new Received(answer.statusCode(), answer.headers(), answer.body());
      }
      try (AnswerBody body = answer.body()) {
        return new Received(
            answer.statusCode(), answer.headers(), new ByteArrayInputStream(whole(body)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private static byte[] whole(AnswerBody body) throws IOException {
    byte[] bytes = body.readNBytes(LONGEST_WHOLE + 1);
    if (bytes.length > LONGEST_WHOLE) {
      throw new IOException("an answer of more than %d bytes".formatted(LONGEST_WHOLE));
    }
    return bytes;
  }
}
