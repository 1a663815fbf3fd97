package io.windlass.cli.doctor;

import io.windlass.backend.Timing;
import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Repeats what a server applies late, as the driver's callers do.
 *
 * @param most longest time, as far as this process could run
 */
record LateChanges(Duration most) {
  /** What a server takes that is never late by its own account. */
  private static final Duration LEAST = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Returns what changes of access on such a server need. */
  static LateChanges of(Timing timing) {
    return new LateChanges(
        timing.untriedEffectiveAfter().plus(timing.grantSettlesOver()).plus(LEAST));
  }

  /** Repeats a call while it says that it has to be called again. */
  <T> T repeat(Supplier<T> call) {
    Deadline end = Deadline.after(most);
    while (true) {
      try {
        return call.get();
      } catch (DriverException.Aborted | DriverException.Unavailable e) {
        if (end.isOver()) {
          throw e;
        }
      }
      pause();
    }
  }

  /** Repeats work while it says that it has to be done again. */
  void run(Runnable work) {
    boolean _ =
        repeat(() -> {
          work.run();
          return true;
        });
  }

  /** Asks until the answer is yes; returns whether it was. */
  boolean until(BooleanSupplier question) {
    Deadline end = Deadline.after(most);
    while (!question.getAsBoolean()) {
      if (end.isOver()) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unexpected("interrupted while the server was waited for", e);
    }
  }
}
