package io.windlass.store.s3.client;

import io.windlass.http.AnswerLimit;
import io.windlass.http.AnswerRoom;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

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

  /**
   * Reads a short answer in XML, and closes it.
   *
   * @throws S3Exception if it says an error: where work takes long, servers send the status before
   *     they know
   */
  public AnswerElement element() throws IOException {
    try (InputStream bytes = text()) {
      AnswerElement element = AnswerElement.read(bytes);
      if (element.name().equals("Error")) {
        throw S3Failures.of(head, ErrorText.of(element));
      }
      return element;
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException broken) {
        throw broken;
      }
      throw SdkClientException.create("the answer is not one of an S3 server: it is no XML", e);
    }
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
