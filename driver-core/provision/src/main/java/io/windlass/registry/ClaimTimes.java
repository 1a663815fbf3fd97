package io.windlass.registry;

import io.windlass.backend.Timing;
import java.time.Duration;

/**
 * Times of claims on the records of a backend. They follow from how long one call to the backend
 * can take, because a step that was begun under a claim has to end before another process may take
 * the claim over.
 *
 * @param lease how long a claim keeps other processes away after its last renewal
 * @param step longest time that one step under a claim takes: a call with its answer
 */
record ClaimTimes(Duration lease, Duration step) {
  /** Shortest lease. A shorter one would gain nothing. */
  static final Duration LEAST_LEASE = Duration.ofSeconds(30);

  /** Time that a busy processor needs before and after a call. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  /** Returns the times for a backend with this {@link Timing#longestCall}. */
  static ClaimTimes of(Duration longestCall) {
    Duration step = longestCall.plus(MARGIN);
    Duration needed = step.multipliedBy(5).dividedBy(2);
    return new ClaimTimes(needed.compareTo(LEAST_LEASE) > 0 ? needed : LEAST_LEASE, step);
  }

  /**
   * Returns the age from which a step renews the claim first. It is less than {@link #lastStep}, so
   * that claims are renewed before a step comes too late.
   */
  Duration renewAfter() {
    return lease.dividedBy(2);
  }

  /** Returns the greatest age of a claim at which a step may begin. */
  Duration lastStep() {
    return lease.minus(step);
  }
}
