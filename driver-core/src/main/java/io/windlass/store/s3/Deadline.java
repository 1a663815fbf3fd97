package io.windlass.store.s3;

import java.time.Duration;

/**
 * When an operation of several calls has to be done.
 *
 * @param nanos of {@link System#nanoTime()}
 */
public record Deadline(long nanos) {

  /** So long from now. */
  public static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** What is left, never less than a millisecond: a call that is too late fails by itself. */
  public Duration left() {
    return Duration.ofNanos(Math.max(1_000_000, nanos - System.nanoTime()));
  }

  /** Whether waiting so long would be too long. */
  boolean isBefore(Duration wait) {
    return nanos - System.nanoTime() <= wait.toNanos();
  }
}
