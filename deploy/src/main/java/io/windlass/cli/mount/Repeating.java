package io.windlass.cli.mount;

import io.windlass.cli.terminal.Terminal;
import java.time.Duration;
import java.util.Optional;

/** Output that is printed again and again, on a terminal in the same place. */
final class Repeating {
  private static final String CLEAR_SCREEN = "\033[H\033[2J";

  private final Terminal terminal;
  private final Optional<Duration> interval;
  private final int times;
  private int done;

  /**
   * Makes it.
   *
   * @param interval how often; empty: once
   * @param times how many times; 0: until the process is ended
   */
  Repeating(Terminal terminal, Optional<Duration> interval, int times) {
    this.terminal = terminal;
    this.interval = interval;
    this.times = times;
  }

  /** Makes room for what is printed next. */
  void clear() {
    if (interval.isPresent() && terminal.interactive()) {
      terminal.out().print(CLEAR_SCREEN);
    }
  }

  /** Waits, if it is to be printed again, and returns whether it is. */
  boolean again() throws InterruptedException {
    terminal.out().flush();
    done++;
    if (interval.isEmpty() || done == times || terminal.out().checkError()) {
      return false;
    }
    Thread.sleep(interval.get());
    return true;
  }
}
