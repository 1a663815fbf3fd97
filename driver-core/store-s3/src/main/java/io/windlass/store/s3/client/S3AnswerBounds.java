package io.windlass.store.s3.client;

import io.windlass.http.AnswerLimit;
import io.windlass.http.AnswerRoom;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.Abortable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.ListBucketsRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Bounds all answers but the content of objects, which is read piece by piece. The SDK would read
 * the others into memory, however long they are. (The HTTP client bounds headers.) None of these is
 * a page for browsers.
 */
public final class S3AnswerBounds implements ExecutionInterceptor {
  private static final String PAGE = "<html";
  private static final String DECLARED = "<!doctype html";

  private final AnswerRoom room;

  S3AnswerBounds(AnswerRoom room) {
    this.room = room;
  }

  @Override
  public Optional<InputStream> modifyHttpResponseContent(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    return context
        .responseBody()
        .map(body ->
            limit(context.request(), context.httpResponse())
                .<InputStream>map(
                    limit -> bounded(room, ofStore(context.httpResponse(), body), limit))
                .orElse(body));
  }

  private static InputStream ofStore(SdkHttpResponse head, InputStream body) {
    try {
      return head.isSuccessful() ? noPage(head, AbortableInputStream.create(body, of(body))) : body;
    } catch (IOException e) {
      throw S3Failures.brokenOff(e);
    }
  }

  /**
   * Returns the body of an answer that says success, of which nothing is lost. Something in front
   * of the server may answer with a page for browsers as if the request had succeeded; only the
   * content of objects may look so.
   *
   * @throws S3Exception without a code, if it is such a page
   */
  static AbortableInputStream noPage(SdkHttpResponse head, AbortableInputStream body)
      throws IOException {
    if (head.firstMatchingHeader("Content-Type").filter(type -> type.contains("html")).isEmpty()) {
      return body;
    }
    PushbackInputStream peeked = new PushbackInputStream(body, DECLARED.length());
    byte[] begin = peeked.readNBytes(DECLARED.length());
    peeked.unread(begin);
    String text = new String(begin, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    if (text.startsWith(PAGE) || text.equals(DECLARED)) {
      body.abort();
      throw S3Failures.of(head, ErrorText.NONE);
    }
    return AbortableInputStream.create(peeked, body);
  }

  private static Abortable of(InputStream body) {
    return body instanceof Abortable abortable ? abortable : () -> {};
  }

  private static Optional<AnswerLimit> limit(SdkRequest request, SdkHttpResponse answer) {
    if (!answer.isSuccessful()) {
      return Optional.of(AnswerLimit.ERROR);
    }
    return switch (request) {
      case GetObjectRequest _ -> Optional.empty();
      // MinIO lists all at once, however few are asked for.
      case ListBucketsRequest _ -> Optional.of(AnswerLimit.ALL);
      default -> Optional.of(AnswerLimit.PAGE);
    };
  }

  /** Returns a body that is read up to the limit; beyond that its connection is given up. */
  public static AbortableInputStream bounded(AnswerRoom room, InputStream body, AnswerLimit limit) {
    Abortable connection = of(body);
    return AbortableInputStream.create(room.bounded(body, limit, connection::abort), connection);
  }
}
