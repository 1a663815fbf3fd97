package io.windlass.testing;

import java.time.Duration;

/** How long tests wait for what has to come. It ends what would hang, and measures nothing. */
public final class Patience {
  /** Longer than any machine stands still. */
  public static final Duration LONG = Duration.ofMinutes(2);

  private Patience() {}
}
