package io.windlass.volume.server;

import io.windlass.provision.LeasedOperation;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Time that one call may work before its caller has to call again. */
public final class Budget {
  private static final Duration TIME = Duration.ofSeconds(20);

  private final LongSupplier clock;
  private final long end;

  private Budget(LongSupplier clock, long end) {
    this.clock = clock;
    this.end = end;
  }

  /** Returns the time that one call works on what takes several calls. */
  public static Budget ofCall(LeasedOperation operation) {
    return of(TIME, operation);
  }

  /** Returns a budget of an operation, by the clock of that. */
  static Budget of(Duration time, LeasedOperation operation) {
    LongSupplier clock = operation.clock();
    return new Budget(clock, clock.getAsLong() + time.toNanos());
  }

  public boolean isSpent() {
    return clock.getAsLong() - end > 0;
  }
}
