package io.windlass.http;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Rules for stores that repeat HTTP requests themselves. */
public final class HttpAttempts {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /** Pauses do not grow after this many attempts; with the usual first pause they are 3 s then. */
  private static final int GROWING = 5;

  private final Duration first;
  private final Sleeping sleeping;

  /** Waits. */
  interface Sleeping {
    void sleep(Duration pause) throws InterruptedException;
  }

  /** Creates attempts with the usual pauses. */
  public HttpAttempts() {
    this(FIRST_PAUSE);
  }

  /**
   * Creates attempts with other pauses.
   *
   * @param first shortest pause after the first attempt, at least a millisecond
   */
  public HttpAttempts(Duration first) {
    this(first, Thread::sleep);
  }

  HttpAttempts(Duration first, Sleeping sleeping) {
    this.first = first;
    this.sleeping = sleeping;
  }

  /** Returns whether an answer with this status means that the same request may succeed soon. */
  public static boolean passes(int status) {
    return switch (status) {
      case 408, 429, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }

  /**
   * Waits before the next attempt, longer after each.
   *
   * @param attempt the number of the one that failed, from 1
   * @return false where there is no time for another, or the thread was interrupted
   */
  public boolean pause(int attempt, Deadline until) {
    return pause(attempt, Duration.ZERO, until);
  }

  /**
   * Repeats a call with pauses while it fails in a way that passes.
   *
   * @throws DriverException its last failure: one that does not pass, or that which it had when the
   *     time was over
   */
  public <T> T repeat(Deadline until, Predicate<DriverException> passes, Supplier<T> call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return until.limit(call);
      } catch (DriverException e) {
        if (!passes.test(e) || !pause(attempt, until)) {
          throw e;
        }
      }
    }
  }

  /** Returns the pause after an attempt, no shorter than the server wants. */
  public Duration next(int attempt, Duration wanted) {
    long most = first.toMillis() << Math.min(attempt, GROWING);
    Duration usual = Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most));
    return usual.compareTo(wanted) < 0 ? wanted : usual;
  }

  /**
   * The same, but no shorter than the server wants.
   *
   * @param wanted what the server states as Retry-After; zero if it states none
   */
  boolean pause(int attempt, Duration wanted, Deadline until) {
    Duration pause = next(attempt, wanted);
    if (until.isBefore(pause)) {
      return false;
    }
    try {
      sleeping.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
