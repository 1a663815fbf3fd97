package io.windlass.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process of the driver, as claims in records name it.
 *
 * @param place where it serves (node and socket): the same for its successor
 * @param pid its process id there
 * @param started when it was started
 */
public record Owner(String place, long pid, Instant started) {
  /** Start times of one process may be told apart by this much: they follow the system's clock. */
  private static final Duration SAME_START = Duration.ofSeconds(2);

  /** This process, serving at {@code place}. */
  public static Owner current(String place) {
    ProcessHandle self = ProcessHandle.current();
    return new Owner(place, self.pid(), self.info().startInstant().orElse(Instant.EPOCH));
  }

  /**
   * Whether a claim of {@code other} can be taken over at once: it is this process' own, left over
   * from a call that failed, or that of a process which served at the same place and is dead.
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
