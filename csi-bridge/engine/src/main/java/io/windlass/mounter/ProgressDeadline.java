package io.windlass.mounter;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How long a process that is waited for may make no progress.
 *
 * @param limit the longest time
 * @param setting the option or variable that sets it, for messages
 */
public record ProgressDeadline(Duration limit, String setting) {
  /** What holds where nobody has said otherwise. */
  public static final Duration DEFAULT = Duration.ofSeconds(30);

  /**
   * Begins to watch a process.
   *
   * @param what it is, with its article, for messages
   * @param process the one that is waited for now: another may have taken its place; empty while
   *     there is none
   */
  public ProgressWatch watch(String what, Supplier<Optional<ProcessHandle>> process) {
    return new ProgressWatch(what, this, process);
  }
}
