package io.windlass.store.s3.client;

import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Request;

/**
 * S3 client that limits its calls to what is left of a deadline, if there is one. Time limits that
 * a request sets itself are kept. Closing it closes the wrapped client, which other instances may
 * share.
 */
final class S3Within extends DelegatingS3Client {
  private final Supplier<Optional<Deadline>> deadline;
  private final Duration callTimeout;
  private final Duration attemptTimeout;

  /** Makes a client that asks for the deadline at each call. */
  S3Within(S3Client client, Supplier<Optional<Deadline>> deadline, S3Connection connection) {
    super(client);
    this.deadline = deadline;
    this.callTimeout = connection.http().callTimeout();
    this.attemptTimeout = connection.http().attemptTimeout();
  }

  @Override
  protected <T extends S3Request, ReturnT> ReturnT invokeOperation(
      T request, Function<T, ReturnT> operation) {
    Optional<Deadline> until = deadline.get();
    Duration usual = until.map(Deadline::left).orElse(callTimeout);
    Duration more = own(request).map(time -> time.minus(usual)).orElse(Duration.ZERO);
    T limited = until.isPresent() ? limited(request, until.get()) : request;
    return Deadline.allowing(more, () -> operation.apply(limited));
  }

  /** Returns the time limit that a request sets itself, because of the bytes that it is about. */
  private static Optional<Duration> own(S3Request request) {
    return request.overrideConfiguration().flatMap(AwsRequestOverrideConfiguration::apiCallTimeout);
  }

  private <T extends S3Request> T limited(T request, Deadline until) {
    if (until.isOver()) {
      throw ApiCallTimeoutException.builder().message("no time is left for the call").build();
    }
    if (own(request).isPresent()) {
      return request;
    }
    Duration left = until.left();
    AwsRequestOverrideConfiguration limits =
        request
            .overrideConfiguration()
            .map(AwsRequestOverrideConfiguration::toBuilder)
            .orElseGet(AwsRequestOverrideConfiguration::builder)
            .apiCallTimeout(left)
            .apiCallAttemptTimeout(left.compareTo(attemptTimeout) < 0 ? left : attemptTimeout)
            .build();
    @SuppressWarnings("unchecked") // the builder of a request builds a request of the same type
    T limited = (T) request.toBuilder().overrideConfiguration(limits).build();
    return limited;
  }
}
