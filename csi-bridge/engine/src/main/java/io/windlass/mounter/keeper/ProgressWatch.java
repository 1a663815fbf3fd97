package io.windlass.mounter.keeper;

import io.windlass.linux.ProcessActivity;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Decides when to give up waiting for a process: when it made no progress for the time that its
 * deadline allows. Progress is work that the kernel counts: processor time, and pages read from
 * disk. So a slow machine is no reason to give up. For use by one thread.
 */
public final class ProgressWatch {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * Most time that counts between two checks. If the watching process was itself stopped, perhaps
   * with the whole machine, it cannot tell that the other made no progress.
   */
  private static final Duration MOST_COUNTED = Duration.ofSeconds(1);

  /** Number of deadlines after which a process that works without finishing is given up. */
  private static final int DEADLINES = 20;

  private final String what;
  private final ProgressDeadline deadline;
  private final Supplier<Optional<ProcessActivity>> activity;
  private final LongSupplier clock;

  /**
   * Activity at the last look, of which the first is a pause after the wait began: most waits are
   * over by then, and to look takes the kernel a time that grows with the threads on the machine.
   */
  private Optional<ProcessActivity> before = Optional.empty();

  private long lookedAt;
  private Duration idle = Duration.ZERO;
  private Duration waited = Duration.ZERO;

  /**
   * Creates a watch.
   *
   * @param activity counts the work of the process that is awaited now; empty while there is none
   * @param clock counts nanoseconds
   */
  ProgressWatch(
      String what,
      ProgressDeadline deadline,
      Supplier<Optional<ProcessActivity>> activity,
      LongSupplier clock) {
    this.what = what;
    this.deadline = deadline;
    this.activity = activity;
    this.clock = clock;
    this.lookedAt = clock.getAsLong();
  }

  /**
   * Checks whether to give up. To be called again and again while waiting; most calls do nothing.
   *
   * @throws IOException when it is time to give up; the message gives the reason and names the
   *     setting
   */
  public void check() throws IOException {
    long now = clock.getAsLong();
    Duration since = Duration.ofNanos(now - lookedAt);
    if (since.compareTo(PAUSE) < 0) {
      return;
    }
    lookedAt = now;
    Duration counted = since.compareTo(MOST_COUNTED) < 0 ? since : MOST_COUNTED;
    waited = waited.plus(counted);
    idle = progressed() ? Duration.ZERO : idle.plus(counted);
    if (idle.compareTo(deadline.limit()) > 0) {
      throw new IOException(
          "%s made no progress for %s; to wait longer, raise %s"
              .formatted(name(), seconds(deadline.limit()), deadline.setting()));
    }
    Duration most = deadline.limit().multipliedBy(DEADLINES);
    if (waited.compareTo(most) > 0) {
      throw new IOException(
          "%s makes progress, but is not done after %s, which is %d times %s"
              .formatted(name(), seconds(most), DEADLINES, deadline.setting()));
    }
  }

  private boolean progressed() {
    Optional<ProcessActivity> now = activity.get();
    boolean progressed =
        now.isPresent() && (before.isEmpty() || now.get().differsFrom(before.get()));
    if (progressed) {
      before = now;
    }
    return progressed;
  }

  private String name() {
    return before.map(found -> "%s (process %d)".formatted(what, found.pid())).orElse(what);
  }

  private static String seconds(Duration time) {
    return time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
