package io.windlass.store.s3;

import java.time.Duration;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Request;

/** A client all of whose calls have to be done by one deadline. Not to be closed. */
final class S3Within extends DelegatingS3Client {
  private final Deadline deadline;
  private final Duration attemptTimeout;

  S3Within(S3Client client, Deadline deadline, Duration attemptTimeout) {
    super(client);
    this.deadline = deadline;
    this.attemptTimeout = attemptTimeout;
  }

  @Override
  protected <T extends S3Request, ReturnT> ReturnT invokeOperation(
      T request, Function<T, ReturnT> operation) {
    Duration left = deadline.left();
    AwsRequestOverrideConfiguration limits =
        AwsRequestOverrideConfiguration.builder()
            .apiCallTimeout(left)
            .apiCallAttemptTimeout(left.compareTo(attemptTimeout) < 0 ? left : attemptTimeout)
            .build();
    @SuppressWarnings("unchecked") // a request's builder builds such a request
    T limited = (T) request.toBuilder().overrideConfiguration(limits).build();
    return operation.apply(limited);
  }
}
