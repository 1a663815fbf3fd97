package io.windlass.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Wait for what processes do: it goes on for as long as they work, however slow the machine is, and
 * fails with what they wrote when they have done next to nothing for {@link Patience#STILL}. As
 * they may wait for others, the work of all that this JVM has started counts, too. What works
 * without an end is ended by JUnit's limit for a test. Used for one wait, by one thread.
 */
public final class ProcessWait {
  /** Between two looks at the work; the first is as long after the beginning of the wait. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /**
   * Most time that counts between two looks: while this JVM was stopped, perhaps with the whole
   * machine, the others could do nothing.
   */
  private static final Duration MOST_COUNTED = LOOK.multipliedBy(2);

  private final Supplier<ProcessWork> work;
  private final Supplier<String> said;
  private final LongSupplier clock;
  private ProcessWork before = ProcessWork.NONE;
  private Duration idle = Duration.ZERO;
  private long lookedAt;

  /**
   * Begins to wait.
   *
   * @param said what they wrote, for the failure
   * @param clock counts nanoseconds
   */
  ProcessWait(Supplier<ProcessWork> work, Supplier<String> said, LongSupplier clock) {
    this.work = work;
    this.said = said;
    this.clock = clock;
    this.lookedAt = clock.getAsLong();
  }

  /**
   * Begins to wait for one process and its descendants.
   *
   * @param said what it wrote, for the failure
   */
  public static ProcessWait on(Process process, Supplier<String> said) {
    return on(() -> Stream.of(process.toHandle()), said);
  }

  /**
   * Begins to wait for processes, found anew at each look, and their descendants.
   *
   * @param said what they wrote, for the failure
   */
  public static ProcessWait on(Supplier<Stream<ProcessHandle>> processes, Supplier<String> said) {
    return new ProcessWait(
        () -> ProcessWork.of(Stream.concat(processes.get(), ProcessHandle.current().children())),
        said,
        System::nanoTime);
  }

  /** Returns a wait of Awaitility for a condition, with this wait's bound and no other. */
  public ConditionFactory await(String what) {
    return Awaitility.await(what).forever().failFast(this::requireWork);
  }

  /** Waits for the end of a process, and gives its exit status. */
  public static int end(Process process, Supplier<String> said) {
    ProcessWait wait = on(process, said);
    try {
      while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        wait.requireWork();
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while process " + process.pid() + " ended", e);
    }
  }

  /** To be called again and again; most calls do nothing. */
  void requireWork() {
    long now = clock.getAsLong();
    Duration since = Duration.ofNanos(now - lookedAt);
    if (since.compareTo(LOOK) < 0) {
      return;
    }
    lookedAt = now;
    ProcessWork done = work.get();
    if (done.differsFrom(before)) {
      before = done;
      idle = Duration.ZERO;
      return;
    }
    idle = idle.plus(since.compareTo(MOST_COUNTED) < 0 ? since : MOST_COUNTED);
    if (idle.compareTo(Patience.STILL) > 0) {
      throw new AssertionError(
          "nothing was done for %d s; the output:%n%s".formatted(idle.toSeconds(), said.get()));
    }
  }
}
