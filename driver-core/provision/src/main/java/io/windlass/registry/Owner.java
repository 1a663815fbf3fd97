package io.windlass.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process of the driver that owns claims in records.
 *
 * @param place where it serves (node and socket); its successor has the same
 * @param pid its process id there
 * @param started when it was started
 */
public record Owner(String place, long pid, Instant started) {
  /**
   * Largest difference between two readings of the start time of one process: they follow the
   * system's clock.
   */
  private static final Duration SAME_START = Duration.ofSeconds(2);

  /** Returns this process, which serves at {@code place}. */
  public static Owner current(String place) {
    ProcessHandle self = ProcessHandle.current();
    return new Owner(place, self.pid(), self.info().startInstant().orElse(Instant.EPOCH));
  }

  /**
   * Returns whether this process may take over a claim of {@code other} at once. It may if the
   * claim is its own, left by a call that failed, or that of a dead process that served at the same
   * place.
   */
  boolean succeeds(Owner other) {
    return equals(other) || (place.equals(other.place) && !other.isRunning(pid));
  }

  private boolean isRunning(long successor) {
    if (pid == successor) {
      return false;
    }
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    return process
        .map(found -> found.info().startInstant().orElse(started))
        .filter(found -> Duration.between(started, found).abs().compareTo(SAME_START) < 0)
        .isPresent();
  }

  @Override
  public String toString() {
    return "process %d at %s".formatted(pid, place);
  }
}
