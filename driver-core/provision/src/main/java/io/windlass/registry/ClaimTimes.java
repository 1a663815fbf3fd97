package io.windlass.registry;

import io.windlass.store.Timing;
import java.time.Duration;

/**
 * How long claims on the records of a backend last. They follow from how long one call there can
 * take: a step that was begun under a claim has to end before anybody else may take the claim over.
 *
 * @param lease how long a claim keeps other processes away after its last renewal
 * @param step longest that one step under a claim takes, a call with its answer
 */
record ClaimTimes(Duration lease, Duration step) {
  /** Shorter would gain nothing, and this is what drivers thought that wrote no lease. */
  static final Duration LEAST_LEASE = Duration.ofSeconds(30);

  /** For a processor that has much to do before and after a call. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  /** {@link Timing#longestCall} of the backend. */
  static ClaimTimes of(Duration longestCall) {
    Duration step = longestCall.plus(MARGIN);
    Duration needed = step.multipliedBy(5).dividedBy(2);
    return new ClaimTimes(needed.compareTo(LEAST_LEASE) > 0 ? needed : LEAST_LEASE, step);
  }

  /** How old a claim is renewed at the next step: before a step could be one too many. */
  Duration renewAfter() {
    return lease.dividedBy(2);
  }

  /** How old a claim may be when a step begins. */
  Duration lastStep() {
    return lease.minus(step);
  }
}
