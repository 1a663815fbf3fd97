package io.windlass.cli.terminal;

import io.windlass.clock.RunningClock;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handler of SIGINT and SIGTERM. While it is open, such a signal interrupts the thread that opened
 * it; the process ends when that thread has closed it, or after a time limit.
 */
public final class StopSignal implements AutoCloseable {
  /**
   * Longest wait after a signal, as time in which this process could run. Kubernetes sends SIGKILL
   * 30 seconds after SIGTERM.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  /** Begins to handle signals, for the calling thread. */
  public StopSignal() {
    Thread runner = Thread.currentThread();
    hook =
        Thread.ofPlatform()
            .name("stop")
            .unstarted(() -> {
              runner.interrupt();
              awaitClosed();
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void awaitClosed() {
    try (RunningClock clock = RunningClock.start()) {
      Deadline end = Deadline.after(PATIENCE, clock);
      while (!end.isOver() && !closed.await(end.left().toMillis(), TimeUnit.MILLISECONDS)) {
        // On a busy machine, this process could not run for all of that time.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal has arrived, and its hook waits for this.
    }
  }
}
