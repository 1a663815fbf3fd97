package io.windlass.store.s3.client;

import io.windlass.http.AnswerLimit;
import io.windlass.http.AnswerRoom;
import java.io.InputStream;
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

/**
 * Bounds all answers but the content of objects, which is read piece by piece. The SDK would read
 * the others into memory, however long they are. (The HTTP client bounds headers.)
 */
public final class S3AnswerBounds implements ExecutionInterceptor {
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
                .<InputStream>map(limit -> bounded(room, body, limit))
                .orElse(body));
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
    Abortable connection = body instanceof Abortable abortable ? abortable : () -> {};
    return AbortableInputStream.create(room.bounded(body, limit, connection::abort), connection);
  }
}
