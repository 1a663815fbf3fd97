package io.windlass.backend;

import io.windlass.access.Principal;
import java.time.Duration;

/**
 * Times that operations take on a backend, as far as the driver must know them.
 *
 * @param longestCall longest time of a call that transfers and copies no data, including its
 *     retries. Claims on records last as long as that requires
 * @param bucketNameReuse how long the server may refuse to make a bucket with the name of a deleted
 *     one; zero: it can be made at once
 * @param grantEffectiveAfter how long a key that was granted may still be refused; zero: it works
 *     when the grant returns
 * @param revokeEffectiveAfter how long a key that was taken away may still be accepted; zero: it is
 *     dead when the revoke returns
 * @param versionsKeptAfter how long after a bucket was told to keep versions what is overwritten
 *     may still be lost, by requests that the server had begun before; zero: it is kept at once
 * @param serviceAccountsEffectiveAfter how long a service account that was granted access may still
 *     be refused, and one whose access was taken away be accepted; zero: at once
 * @param grantSettlesOver how long a new key has to be accepted, whenever it is tried, before its
 *     grant is answered: parts of the server learn of it one after another; zero: one answer is the
 *     truth
 */
public record Timing(
    Duration longestCall,
    Duration bucketNameReuse,
    Duration grantEffectiveAfter,
    Duration revokeEffectiveAfter,
    Duration versionsKeptAfter,
    Duration serviceAccountsEffectiveAfter,
    Duration grantSettlesOver) {

  /** Creates the times of a server of which one answer about a new key is the truth. */
  public Timing(
      Duration longestCall,
      Duration bucketNameReuse,
      Duration grantEffectiveAfter,
      Duration revokeEffectiveAfter,
      Duration versionsKeptAfter,
      Duration serviceAccountsEffectiveAfter) {
    this(
        longestCall,
        bucketNameReuse,
        grantEffectiveAfter,
        revokeEffectiveAfter,
        versionsKeptAfter,
        serviceAccountsEffectiveAfter,
        Duration.ZERO);
  }

  /** Creates the times of a server that grants no access to service accounts. */
  public Timing(
      Duration longestCall,
      Duration bucketNameReuse,
      Duration grantEffectiveAfter,
      Duration revokeEffectiveAfter,
      Duration versionsKeptAfter) {
    this(
        longestCall,
        bucketNameReuse,
        grantEffectiveAfter,
        revokeEffectiveAfter,
        versionsKeptAfter,
        Duration.ZERO);
  }

  /**
   * Throws {@link IllegalArgumentException} when a time is negative, or {@code longestCall} is
   * zero.
   */
  public Timing {
    if (!longestCall.isPositive()
        || bucketNameReuse.isNegative()
        || grantEffectiveAfter.isNegative()
        || revokeEffectiveAfter.isNegative()
        || versionsKeptAfter.isNegative()
        || serviceAccountsEffectiveAfter.isNegative()
        || grantSettlesOver.isNegative()) {
      throw new IllegalArgumentException("times of a backend cannot be negative");
    }
  }

  /** Returns the times of a server on which every answered change is effective at once. */
  public static Timing immediate(Duration longestCall) {
    return new Timing(longestCall, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  /** Returns these times with another {@link #versionsKeptAfter}. */
  public Timing withVersionsKeptAfter(Duration after) {
    return new Timing(
        longestCall,
        bucketNameReuse,
        grantEffectiveAfter,
        revokeEffectiveAfter,
        after,
        serviceAccountsEffectiveAfter,
        grantSettlesOver);
  }

  /**
   * Returns how long a change of access may take whose effect nobody tries: another mode, or the
   * end of one of several keys.
   */
  public Duration untriedEffectiveAfter() {
    return grantEffectiveAfter.compareTo(revokeEffectiveAfter) > 0
        ? grantEffectiveAfter
        : revokeEffectiveAfter;
  }

  /** Returns how long access of this principal may still be accepted after it was taken away. */
  public Duration revokeEffectiveAfter(Principal principal) {
    return principal.serviceAccount().isPresent()
        ? serviceAccountsEffectiveAfter
        : revokeEffectiveAfter;
  }
}
