package io.windlass.mounter.keeper;

import io.windlass.linux.ProcessActivity;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How long another process may make no progress before waiting for it ends.
 *
 * @param limit longest time without progress
 * @param setting option or variable that sets the limit, for messages
 */
public record ProgressDeadline(Duration limit, String setting) {
  /** Deadline if none is configured. */
  public static final Duration DEFAULT = Duration.ofSeconds(30);

  /**
   * Creates a watch over a process.
   *
   * @param what description of the process, with its article, for messages
   * @param process supplies the process that is awaited now: another may have replaced the first;
   *     empty while there is none
   */
  public ProgressWatch watch(String what, Supplier<Optional<ProcessHandle>> process) {
    return new ProgressWatch(
        what, this, () -> process.get().flatMap(ProcessActivity::of), System::nanoTime);
  }
}
