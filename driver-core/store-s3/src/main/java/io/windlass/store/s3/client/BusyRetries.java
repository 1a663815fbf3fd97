package io.windlass.store.s3.client;

import io.windlass.http.HttpAttempts;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Retries of the SDK, and beyond them: a server that is busy (503 SlowDown, 429) is asked again
 * until the time of the call is over, which whoever makes the call sees to. It says so of some
 * requests of many, and after three attempts nobody knows more than after one. So it is with a
 * conditional write that meets others: of many at once on Ceph, some meet others each time.
 */
final class BusyRetries implements RetryStrategy {
  /**
   * The code of a conditional write that met another request for the same key: AWS asks for it to
   * be sent again, and says nothing of the object.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html">How to
   *     prevent object overwrites with conditional writes</a>
   */
  static final String CONFLICT = "ConditionalRequestConflict";

  /**
   * The code of Ceph for the same. In IAM it has another meaning: there a call is not sent again.
   *
   * @see <a
   *     href="https://github.com/ceph/ceph/blob/main/src/rgw/rgw_common.cc">ERR_CONCURRENT_MODIFICATION</a>
   */
  static final String CEPH_CONFLICT = "ConcurrentModification";

  private static final Set<String> CONFLICTS = Set.of(CONFLICT, CEPH_CONFLICT);
  private static final int UNAVAILABLE = 503;

  private final RetryStrategy others;
  private final HttpAttempts attempts = new HttpAttempts();

  /**
   * Creates retries.
   *
   * @param others those of the SDK
   */
  BusyRetries(RetryStrategy others) {
    this.others = others;
  }

  private static boolean isConflict(Throwable failure) {
    return failure instanceof S3Exception e
        && e.awsErrorDetails() != null
        && CONFLICTS.contains(Objects.requireNonNullElse(e.awsErrorDetails().errorCode(), ""));
  }

  /**
   * State of one call.
   *
   * @param other what the SDK's strategy says of it
   * @param busy how often the server was busy
   */
  private record Call(RetryToken other, int busy) implements RetryToken {}

  private static Call call(RetryToken token) {
    return token instanceof Call known ? known : new Call(token, 0);
  }

  @Override
  public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
    AcquireInitialTokenResponse first = others.acquireInitialToken(request);
    return AcquireInitialTokenResponse.create(new Call(first.token(), 0), first.delay());
  }

  @Override
  public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
    Call call = call(request.token());
    if (isBusy(request.failure()) || isConflict(request.failure())) {
      Duration wanted = request.suggestedDelay().orElse(Duration.ZERO);
      int busy = call.busy() + 1;
      return RefreshRetryTokenResponse.create(
          new Call(call.other(), busy), attempts.next(busy, wanted));
    }
    RefreshRetryTokenResponse next =
        others.refreshRetryToken(request.toBuilder().token(call.other()).build());
    return RefreshRetryTokenResponse.create(new Call(next.token(), call.busy()), next.delay());
  }

  private static boolean isBusy(Throwable failure) {
    return failure instanceof AwsServiceException e
        && (e.statusCode() == UNAVAILABLE || e.isThrottlingException());
  }

  @Override
  public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
    RecordSuccessResponse recorded =
        others.recordSuccess(RecordSuccessRequest.create(call(request.token()).other()));
    return RecordSuccessResponse.create(recorded.token());
  }

  @Override
  public int maxAttempts() {
    return others.maxAttempts();
  }

  /** The SDK would put its own conditions into a copy without what this adds. */
  @Override
  public boolean useClientDefaults() {
    return false;
  }

  @Override
  public RetryStrategy.Builder<?, ?> toBuilder() {
    return others.toBuilder();
  }
}
