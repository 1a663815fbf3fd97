package io.windlass.store.azure;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.windlass.store.Deadline;
import io.windlass.store.HttpAttempts;
import java.io.UncheckedIOException;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * Repeats requests that failed in passing, within the time of the call and the {@link Deadline} of
 * the operation that it is part of. The SDK's own policy knows of no deadline, counts in whole
 * seconds, and waits on threads of its own.
 */
final class AzureAttempts implements HttpPipelinePolicy {
  /** In the context of a request: a {@link Duration} for the bytes it carries or has copied. */
  static final String MORE_TIME = "windlass-more-time";

  private static final int ATTEMPTS = 3;

  private final AzureConnection connection;

  AzureAttempts(AzureConnection connection) {
    this.connection = connection;
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    Duration more = more(context);
    Deadline until = Deadline.after(Deadline.leftOf(connection.callTimeout()).plus(more));
    HttpRequest request = context.getHttpRequest();
    for (int attempt = 1; ; attempt++) {
      context.setHttpRequest(request.copy());
      context.setData(
          AzureTransport.RESPONSE_TIMEOUT,
          shorter(until.left(), connection.attemptTimeout(), more));
      boolean last = attempt == ATTEMPTS;
      try {
        HttpResponse response = next.clone().processSync();
        if (last
            || !HttpAttempts.passes(response.getStatusCode())
            || !HttpAttempts.pause(attempt, until)) {
          return response;
        }
        response.close();
      } catch (UncheckedIOException e) {
        if (last || !HttpAttempts.pause(attempt, until)) {
          throw e;
        }
      }
    }
  }

  /** Only batches come here, which are sent once. */
  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    context.setData(AzureTransport.RESPONSE_TIMEOUT, Deadline.leftOf(connection.callTimeout()));
    return next.process();
  }

  private static Duration more(HttpPipelineCallContext context) {
    return context.getData(MORE_TIME).map(Duration.class::cast).orElse(Duration.ZERO);
  }

  private static Duration shorter(Duration left, Duration attempt, Duration more) {
    Duration usual = attempt.plus(more);
    return left.compareTo(usual) < 0 ? left : usual;
  }
}
