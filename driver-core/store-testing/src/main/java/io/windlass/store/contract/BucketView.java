package io.windlass.store.contract;

import java.util.Map;
import java.util.OptionalInt;

/**
 * A bucket as its server describes it, asked without the code under test.
 *
 * @param retentionDays days for which it retains new objects
 * @param expireDays days after which its objects expire
 * @param encrypted whether it encrypts objects if requests do not ask for encryption
 */
public record BucketView(
    boolean versioning,
    boolean objectLock,
    OptionalInt retentionDays,
    OptionalInt expireDays,
    boolean encrypted,
    Map<String, String> tags) {
  public BucketView {
    tags = Map.copyOf(tags);
  }

  /** Nothing set. */
  public static final BucketView PLAIN =
      new BucketView(false, false, OptionalInt.empty(), OptionalInt.empty(), false, Map.of());
}
