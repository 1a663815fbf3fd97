package io.windlass.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process of the driver that owns claims in records.
 *
 * @param place where it serves (node and socket); its successor has the same
 * @param pid its process id there
 * @param started when it was started
 * @param home within which its successor can tell whether it still runs: its pod, or else its
 *     machine, as it was booted, and its pid namespace. Empty if that is unknown, and in the
 *     records of older drivers
 */
public record Owner(String place, long pid, Instant started, Optional<String> home) {
  /**
   * Largest difference between two readings of the start time of one process: they follow the
   * system's clock.
   */
  private static final Duration SAME_START = Duration.ofSeconds(2);

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");

  /** Returns this process, which serves at {@code place} and runs in no pod. */
  public static Owner current(String place) {
    return current(place, Optional.empty());
  }

  /**
   * Returns this process, which serves at {@code place}.
   *
   * @param pod uid of the pod that it runs in, if it runs in one
   */
  public static Owner current(String place, Optional<String> pod) {
    ProcessHandle self = ProcessHandle.current();
    return new Owner(
        place,
        self.pid(),
        self.info().startInstant().orElse(Instant.EPOCH),
        pod.map(uid -> "pod " + uid).or(Owner::namespace));
  }

  private static Optional<String> namespace() {
    try {
      return Optional.of(
          "boot %s, %s"
              .formatted(Files.readString(BOOT).strip(), Files.readSymbolicLink(PID_NAMESPACE)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns whether this process may take over a claim of {@code other} at once. It may if the
   * claim is its own, left by a call that failed, or that of a process that served at the same
   * place and is certainly dead. Of a process elsewhere nothing is certain: host names and process
   * ids may be the same in two containers that both live.
   */
  boolean succeeds(Owner other) {
    boolean sameHome = home.isPresent() && home.equals(other.home) && place.equals(other.place);
    return equals(other) || (sameHome && !other.isRunning(pid));
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
