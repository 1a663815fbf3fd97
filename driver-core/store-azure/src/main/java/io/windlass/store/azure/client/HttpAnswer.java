package io.windlass.store.azure.client;

import io.windlass.http.AnswerBody;
import io.windlass.http.AnswerLimit;
import io.windlass.http.AnswerRoom;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;

/** An answer whose headers have come; its body is read by one thread. */
public final class HttpAnswer implements Closeable {
  /** A longer rest of a body is not read for the sake of the connection. */
  private static final long MOST_TO_DRAIN = 16 << 10;

  private static final Duration DRAIN = Duration.ofSeconds(1);

  private final HttpResponse<AnswerBody> answer;
  private final AnswerRoom room;
  private boolean closed;

  HttpAnswer(HttpResponse<AnswerBody> answer, AnswerRoom room) {
    this.answer = answer;
    this.room = room;
  }

  int status() {
    return answer.statusCode();
  }

  /** Returns the headers of the answer. */
  public HttpHeaders headers() {
    return answer.headers();
  }

  /** The body as it comes, of any length. */
  public InputStream body() {
    return answer.body();
  }

  /**
   * Reads the whole body, which is a list or an error.
   *
   * @throws UncheckedIOException when it breaks, or is longer than such are
   */
  byte[] whole() {
    AnswerLimit limit = status() < 400 ? AnswerLimit.PAGE_WITH_METADATA : AnswerLimit.ERROR;
    AnswerBody body = answer.body();
    try (InputStream bounded = room.bounded(body, limit, body::close)) {
      return bounded.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A short answer is read to its end, so that the next request has its connection. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (AnswerBody body = answer.body()) {
      if (isShort()) {
        body.drain(DRAIN);
      }
    } catch (IOException e) {
      // Nobody asks for the rest.
    }
  }

  private boolean isShort() {
    return answer.request().method().equals("HEAD")
        || headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE) <= MOST_TO_DRAIN;
  }
}
