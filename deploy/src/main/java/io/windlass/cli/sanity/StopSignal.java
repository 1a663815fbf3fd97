package io.windlass.cli.sanity;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While open, SIGINT and SIGTERM interrupt the thread that opened it, and the process lives on
 * until that thread has closed it again, or for a while.
 */
final class StopSignal implements AutoCloseable {
  /** Kubernetes kills 30 seconds after it asked. */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  StopSignal() {
    Thread runner = Thread.currentThread();
    hook =
        Thread.ofPlatform()
            .name("stop")
            .unstarted(() -> {
              runner.interrupt();
              try {
                closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The signal came: the hook is what waits for this.
    }
  }
}
