package io.windlass.store.s3.bucket;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.client.S3Errors;
import java.util.function.BooleanSupplier;

/**
 * A bucket that was made a moment ago, and is set up. Some of AWS's answers do not know it for up
 * to some minutes, and others say that it is being changed. Such requests are sent again, with
 * pauses that grow, until the deadline of the call; then the caller has to call again. The bucket
 * stays: AWS keeps the name of a deleted one back for up to an hour.
 *
 * @see <a href="https://github.com/hashicorp/terraform-provider-aws/issues/36873">OperationAborted
 *     for a new bucket's settings</a>
 * @see <a href="https://github.com/hashicorp/terraform-provider-aws/issues/49853">NoSuchBucket for
 *     them</a>
 * @see <a href="https://github.com/aws/aws-cli/issues/2593">The name of a deleted bucket</a>
 */
record NewBucket(String name, Deadline deadline, HttpAttempts attempts, StoreErrors errors) {
  /** Looks at a setting that the bucket was made with, and which may be shown late. */
  private static final int LOOKS = 3;

  /**
   * Runs a step of its setting up, which may be repeated as a whole.
   *
   * @throws DriverException.Unavailable when the server knows it too late
   */
  void setUp(Runnable step) {
    try {
      boolean _ =
          attempts.repeat(
              deadline,
              e -> e instanceof DriverException.NoSuchBucket || S3Errors.isOfOtherChange(e),
              () -> {
                step.run();
                return true;
              });
    } catch (DriverException.NoSuchBucket e) {
      throw new DriverException.Unavailable(
          errors.says(
              "create bucket", name, "it is made, and the server does not know it yet: call again"),
          e);
    }
  }

  /** Returns whether a look sees what the bucket was made with, the first time or a later one. */
  boolean shows(BooleanSupplier look) {
    for (int attempt = 1; !look.getAsBoolean(); attempt++) {
      if (attempt == LOOKS || !attempts.pause(attempt, deadline)) {
        return false;
      }
    }
    return true;
  }
}
