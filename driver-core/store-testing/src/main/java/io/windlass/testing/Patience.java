package io.windlass.testing;

import java.time.Duration;

/** How long tests wait for what has to come. It ends what would hang, and measures nothing. */
public final class Patience {
  /** Longer than any machine stands still. */
  public static final Duration LONG = Duration.ofMinutes(2);

  /** For processes that do nothing at all, not even on a busy machine. */
  static final Duration STILL = Duration.ofMinutes(5);

  /**
   * For what takes the work of processes at which nobody can look, so that no {@link ProcessWait}
   * is renewed by it: longer than they take on any machine, and shorter than JUnit's limit.
   */
  public static final Duration LONGEST = Duration.ofMinutes(10);

  private Patience() {}
}
