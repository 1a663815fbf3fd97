package io.windlass.mounter.volume;

import io.windlass.linux.Errno;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Chooses which failures of a volume's requests are logged. A program that receives {@code EIO}
 * cannot say why; but a server that is away must not fill the log. So one line is written in ten
 * seconds, and the next one says how many were left out.
 */
final class FailureLog {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final String volume;
  private final LongSupplier nanos;
  private Optional<Long> last = Optional.empty();
  private long leftOut;

  /**
   * Creates the log of a volume.
   *
   * @param nanos clock, in the manner of {@link System#nanoTime}
   */
  FailureLog(String volume, LongSupplier nanos) {
    this.volume = volume;
    this.nanos = nanos;
  }

  /** Returns the line to be logged for a request that failed, if there is to be one. */
  synchronized Optional<String> line(Operation operation, Errno answer, String why) {
    if (answer != Errno.EIO) {
      return Optional.empty();
    }
    long now = nanos.getAsLong();
    if (last.filter(at -> now - at < PAUSE.toNanos()).isPresent()) {
      leftOut++;
      return Optional.empty();
    }
    String others =
        leftOut == 0 ? "" : " (and %d more since the last such line)".formatted(leftOut);
    last = Optional.of(now);
    leftOut = 0;
    return Optional.of(
        "volume %s: %s failed with EIO: %s%s".formatted(volume, operation, why, others));
  }
}
