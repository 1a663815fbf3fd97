package io.windlass.volume.snapshot;

import java.time.Duration;

/** Time that one call may work before its caller has to call again. */
final class Budget {
  private final long end;

  private Budget(long end) {
    this.end = end;
  }

  static Budget of(Duration time) {
    return new Budget(System.nanoTime() + time.toNanos());
  }

  boolean isSpent() {
    return System.nanoTime() - end > 0;
  }
}
