package io.windlass.store.gcs.client;

import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.LowLevelHttpRequest;
import io.windlass.error.AnswerTooLong;
import io.windlass.http.AnswerBody;
import io.windlass.http.AnswerLimit;
import io.windlass.http.AnswerRoom;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpSender;
import io.windlass.http.HttpSettings;
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

  private final HttpSender sender;
  private final HttpSettings settings;
  private final AnswerRoom room;

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
    this.room = new AnswerRoom(settings.callTimeout());
    this.sender = new HttpSender(settings, attempts, Integer.MAX_VALUE);
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
    try {
      return sender.send(request, more, new AnswerReading(whole));
    } catch (AnswerTooLong e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Reads the answers to a request. */
  private final class AnswerReading implements HttpSender.Reading<Received> {
    private final boolean whole;

    /**
     * Creates the reading of a request.
     *
     * @param whole whether answers without an error are read here, too
     */
    AnswerReading(boolean whole) {
      this.whole = whole;
    }

    @Override
    public Received read(HttpResponse<AnswerBody> answer) throws IOException {
      int status = answer.statusCode();
      if (!whole && status < 300) {
        return new Received(status, answer.headers(), answer.body());
      }
      AnswerLimit limit = status < 400 ? AnswerLimit.PAGE_WITH_METADATA : AnswerLimit.ERROR;
      AnswerBody body = answer.body();
      try (InputStream bounded = room.bounded(body, limit, body::close)) {
        return new Received(
            status, answer.headers(), new ByteArrayInputStream(bounded.readAllBytes()));
      }
    }

    @Override
    public boolean isFinal(Received answer) throws IOException {
      return answer.status() == TOO_MANY && isQuota(answer);
    }
  }

  /** Looks at the body of an error, which is in memory, without taking it. */
  private static boolean isQuota(Received answer) throws IOException {
    answer.body().mark(0);
    String text = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
    answer.body().reset();
    return text.toLowerCase(Locale.ROOT).contains(QUOTA);
  }
}
