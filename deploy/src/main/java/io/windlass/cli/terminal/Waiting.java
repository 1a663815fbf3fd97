package io.windlass.cli.terminal;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A line that says what a command waits for, and for how long it has, once that is more than two
 * seconds. Only an interactive terminal shows it; closing removes it.
 */
public final class Waiting implements AutoCloseable {
  private static final int FIRST = 2;

  private final Terminal terminal;
  private final String what;
  private final long began = System.nanoTime();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("waiting").factory());
  private boolean shown;
  private boolean closed;

  private Waiting(Terminal terminal, String what) {
    this.terminal = terminal;
    this.what = what;
  }

  /**
   * Begins to wait.
   *
   * @param what the command does, like {@code waiting for the server}
   */
  public static Waiting start(Terminal terminal, String what) {
    Waiting waiting = new Waiting(terminal, what);
    if (terminal.interactive()) {
      Future<?> _ = waiting.timer.scheduleAtFixedRate(waiting::show, FIRST, 1, TimeUnit.SECONDS);
    }
    return waiting;
  }

  private synchronized void show() {
    if (!closed) {
      shown = true;
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
      terminal.replaceLine("… %s, %d s".formatted(what, seconds));
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    timer.shutdownNow();
    if (shown) {
      terminal.replaceLine("");
    }
  }
}
