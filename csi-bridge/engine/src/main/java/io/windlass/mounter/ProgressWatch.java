package io.windlass.mounter;

import io.windlass.linux.ProcessActivity;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says when to give up waiting for a process: when it has made no progress for as long as its
 * deadline allows. Progress is what the kernel counts: processor time, and pages read from disk. So
 * a machine may be as slow as it likes. For one thread.
 */
public final class ProgressWatch {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * The most that counts between two looks. A watcher that was stopped itself, with all of its
   * machine perhaps, has not seen the other make no progress.
   */
  private static final Duration MOST_COUNTED = Duration.ofSeconds(1);

  /**
   * A process that does something without ever getting done is given up after so many deadlines.
   */
  private static final int DEADLINES = 20;

  private final String what;
  private final ProgressDeadline deadline;
  private final Supplier<Optional<ProcessHandle>> process;

  private Optional<ProcessActivity> before;
  private long lookedAt = System.nanoTime();
  private Duration idle = Duration.ZERO;
  private Duration waited = Duration.ZERO;

  ProgressWatch(String what, ProgressDeadline deadline, Supplier<Optional<ProcessHandle>> process) {
    this.what = what;
    this.deadline = deadline;
    this.process = process;
    this.before = process.get().flatMap(ProcessActivity::of);
  }

  /**
   * To be called again and again while waiting; mostly it does nothing.
   *
   * @throws IOException when it is time to give up; the message says why, and names the setting
   */
  public void check() throws IOException {
    Duration since = Duration.ofNanos(System.nanoTime() - lookedAt);
    if (since.compareTo(PAUSE) < 0) {
      return;
    }
    lookedAt = System.nanoTime();
    Duration counted = since.compareTo(MOST_COUNTED) < 0 ? since : MOST_COUNTED;
    waited = waited.plus(counted);
    idle = progressed() ? Duration.ZERO : idle.plus(counted);
    if (idle.compareTo(deadline.limit()) > 0) {
      throw new IOException(
          "%s made no progress for %s; %s sets how long it may"
              .formatted(name(), seconds(deadline.limit()), deadline.setting()));
    }
    Duration most = deadline.limit().multipliedBy(DEADLINES);
    if (waited.compareTo(most) > 0) {
      throw new IOException(
          "%s is not done after %s, though it works; that is %d times %s"
              .formatted(name(), seconds(most), DEADLINES, deadline.setting()));
    }
  }

  private boolean progressed() {
    Optional<ProcessActivity> now = process.get().flatMap(ProcessActivity::of);
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
