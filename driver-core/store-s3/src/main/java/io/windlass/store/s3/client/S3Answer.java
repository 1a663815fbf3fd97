package io.windlass.store.s3.client;

import io.windlass.http.AnswerLimit;
import io.windlass.http.AnswerRoom;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Answer of which the headers have come.
 *
 * @param head status and headers
 * @param body bytes as they come; empty if the answer has none
 * @param room for a body that is read into memory
 */
public record S3Answer(SdkHttpResponse head, Optional<AbortableInputStream> body, AnswerRoom room)
    implements Closeable {

  /** Returns the body of an error, or of an answer whose body says nothing. */
  InputStream text() {
    return bounded(AnswerLimit.ERROR);
  }

  private InputStream bounded(AnswerLimit limit) {
    return body.<InputStream>map(bytes -> S3AnswerBounds.bounded(room, bytes, limit))
        .orElseGet(InputStream::nullInputStream);
  }

  /** Returns the body of a page of a listing. */
  public InputStream page() {
    return bounded(AnswerLimit.PAGE_WITH_METADATA);
  }

  /** Reads all of an answer that may be about everything on a server, and closes it. */
  public byte[] whole() throws IOException {
    try (InputStream bytes = bounded(AnswerLimit.ALL)) {
      return bytes.readAllBytes();
    }
  }

  /** Closes an answer whose body says nothing, and returns its head. */
  public SdkHttpResponse closed() throws IOException {
    close();
    return head;
  }

  /** Reads what is left of a short body, so that the connection can be used again. */
  @Override
  public void close() throws IOException {
    text().close();
  }
}
