package io.windlass.store;

import java.time.Duration;

/**
 * How long things take on a backend, as far as the driver must know.
 *
 * @param longestCall longest that one call takes, its repetitions included, if it carries and
 *     copies no data. Claims on records last as long as that demands
 * @param bucketNameReuse how long the name of a deleted bucket may be refused to whoever makes it
 *     anew; zero: it can be made at once
 * @param grantEffectiveAfter how long a key that was granted may still be refused; zero: it works
 *     when the grant returns
 * @param revokeEffectiveAfter how long a key that was taken away may still be accepted; zero: it is
 *     dead when the revoke returns
 * @param versionsKeptAfter how long after a bucket was told to keep versions what is overwritten
 *     may still be lost, by requests that the server had begun before; zero: it is kept at once
 */
public record Timing(
    Duration longestCall,
    Duration bucketNameReuse,
    Duration grantEffectiveAfter,
    Duration revokeEffectiveAfter,
    Duration versionsKeptAfter) {

  /** Throws {@link IllegalArgumentException} when a time is negative, or calls take none. */
  public Timing {
    if (!longestCall.isPositive()
        || bucketNameReuse.isNegative()
        || grantEffectiveAfter.isNegative()
        || revokeEffectiveAfter.isNegative()
        || versionsKeptAfter.isNegative()) {
      throw new IllegalArgumentException("times of a backend cannot be negative");
    }
  }

  /** Of a server where whatever was answered is so at once. */
  public static Timing immediate(Duration longestCall) {
    return new Timing(longestCall, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  /** The same with another {@link #versionsKeptAfter}. */
  public Timing withVersionsKeptAfter(Duration after) {
    return new Timing(
        longestCall, bucketNameReuse, grantEffectiveAfter, revokeEffectiveAfter, after);
  }
}
