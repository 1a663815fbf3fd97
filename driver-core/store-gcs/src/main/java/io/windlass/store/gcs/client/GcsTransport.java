package io.windlass.store.gcs.client;

import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.LowLevelHttpRequest;
import io.windlass.http.AnswerBody;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpSender;
import io.windlass.http.HttpSettings;
import io.windlass.operation.Deadline;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Sends requests to Google, those of its client library among them. The library's own transport
 * waits forever for a server that takes no bytes, and sends a POST twice when a connection breaks.
 */
public final class GcsTransport extends HttpTransport {
  private static final int TOO_MANY = 429;

  /** Part of the message of an exhausted quota, which no wait helps. */
  private static final String QUOTA = "maximum number";

  /** Far more than a page of a list: a thousand names with all the metadata there can be. */
  private static final int LONGEST_WHOLE = 64 << 20;

  private final HttpSender sender;
  private final HttpSettings settings;
  private final HttpAttempts attempts;

  /** An answer; its body is to be closed. */
  public record Received(int status, HttpHeaders headers, InputStream body) implements Closeable {
    /** Closes the body. */
    @Override
    public void close() {
      try {
        body.close();
      } catch (IOException e) {
        // nobody reads the rest
      }
    }
  }

  public GcsTransport(HttpSettings settings, HttpAttempts attempts) {
    this.settings = settings;
    this.attempts = attempts;
    this.sender = new HttpSender(settings, attempts, 1);
  }

  @Override
  protected LowLevelHttpRequest buildRequest(String method, String url) {
    return new GcsRequest(this, settings.attemptTimeout(), method, url);
  }

  /**
   * Sends a request until an answer is final. "One write per second to the same object name": the
   * service refuses faster ones (429), so they are repeated as long as there is time; of several
   * writers one gets its turn each second.
   *
   * @param request returns the request for each attempt, because a body can be sent once
   * @param more time beyond the usual limits, for the bytes that it carries or copies
   * @param whole whether to read the body here, and to repeat the request if it is broken
   */
  public Received send(Supplier<HttpRequest.Builder> request, Duration more, boolean whole)
      throws IOException {
    Deadline until = Deadline.within(settings.callTimeout(), more);
    for (int attempt = 1; ; attempt++) {
      Received answer = sender.send(request, more, each -> received(each, whole));
      if (answer.status() != TOO_MANY || isQuota(answer) || !attempts.pause(attempt, until)) {
        return answer;
      }
      answer.close();
    }
  }

  /** Looks at the body of an error, which is in memory, without taking it. */
  private static boolean isQuota(Received answer) throws IOException {
    answer.body().mark(0);
    String text = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
    answer.body().reset();
    return text.toLowerCase(Locale.ROOT).contains(QUOTA);
  }

  private static Received received(HttpResponse<AnswerBody> answer, boolean whole)
      throws IOException {
    if (!whole && answer.statusCode() < 300) {
      return new Received(answer.statusCode(), answer.headers(), answer.body());
    }
    try (AnswerBody body = answer.body()) {
      return new Received(
          answer.statusCode(), answer.headers(), new ByteArrayInputStream(whole(body)));
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
