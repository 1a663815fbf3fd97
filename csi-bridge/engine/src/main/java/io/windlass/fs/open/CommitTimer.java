package io.windlass.fs.open;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Commits the open files of a volume at intervals, until it is closed. */
public final class CommitTimer implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);

  private CommitTimer() {}

  /**
   * Starts a timer.
   *
   * @param interval zero: it never commits
   */
  public static CommitTimer start(Duration interval, OpenWrites files) {
    CommitTimer timer = new CommitTimer();
    if (interval.isPositive() && files.isPossible()) {
      Thread.ofVirtual().name("commit").start(() -> timer.run(interval, files));
    }
    return timer;
  }

  private void run(Duration interval, OpenWrites files) {
    try {
      while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
        files.commit();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
