package io.windlass.http;

import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Rules for stores that repeat HTTP requests themselves. */
public final class HttpAttempts {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  private final Duration first;

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
    this.first = first;
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
    long most = first.toMillis() << attempt;
    Duration pause = Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most));
    if (until.isBefore(pause)) {
      return false;
    }
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
