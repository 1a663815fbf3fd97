package io.windlass.mounter.keeper;

import java.time.Duration;

/**
 * Pause before a mounter is started in place of one that has ended. The first three starts in a row
 * come at once; the next ones wait, each twice as long as the one before, up to a bound.
 */
final class StartPause {
  /** A mounter that has lived so long counts as one that works. */
  static final Duration SHORT_LIFE = Duration.ofSeconds(2);

  /** Longest pause after one that came up, and longest after one that did not. */
  static final Duration LONGEST_AFTER_LIFE = Duration.ofSeconds(2);

  static final Duration LONGEST = Duration.ofSeconds(30);

  private static final Duration FIRST = Duration.ofMillis(500);
  private static final int AT_ONCE = 3;
  private static final int MOST_DOUBLINGS = 10;

  private int ends;

  /** Returns the pause after a mounter that served for {@code life}. */
  Duration afterLife(Duration life) {
    if (life.compareTo(SHORT_LIFE) >= 0) {
      ends = 0;
    }
    return next(LONGEST_AFTER_LIFE);
  }

  /** Returns the pause after a mounter that did not come up. */
  Duration afterFailure() {
    ends = Math.max(ends, AT_ONCE); // the same is likely to happen again
    return next(LONGEST);
  }

  /** Returns how many mounters in a row have ended at their start. */
  int ends() {
    return ends;
  }

  private Duration next(Duration longest) {
    ends++;
    if (ends <= AT_ONCE) {
      return Duration.ZERO;
    }
    Duration pause = FIRST.multipliedBy(1L << Math.min(ends - AT_ONCE - 1, MOST_DOUBLINGS));
    return pause.compareTo(longest) < 0 ? pause : longest;
  }
}
