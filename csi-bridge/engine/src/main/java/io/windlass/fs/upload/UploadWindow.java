package io.windlass.fs.upload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Congestion window, as that of TCP: limits the bytes on their way to the server in requests that
 * send files whole. It opens while requests that fill it are answered quickly, and closes when they
 * take long. So on a slow network files arrive one after the other, where all of them together
 * would arrive too late.
 */
final class UploadWindow {
  /** Smallest window in bytes: what even a slow network takes in the time that a request has. */
  static final long LEAST = 2 << 20;

  static final long MOST = 256 << 20;

  /** Bytes that a request counts for besides its content. */
  private static final long HEAD = 4 << 10;

  private static final Duration QUICK = Duration.ofSeconds(1);
  private static final Duration SLOW = Duration.ofSeconds(2);

  /** Held while waiting for room, so that requests enter in the order in which they came. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private long open = LEAST;
  private long inFlight;

  /**
   * Enters a file of this size in bytes; it counts until it {@linkplain #leave leaves}. Returns
   * false if there was no room within {@code most}. A file larger than the window enters alone.
   */
  boolean tryEnter(long size, Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    if (!turn.tryLock(most.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    try {
      lock.lockInterruptibly();
      try {
        while (inFlight > 0 && inFlight + size + HEAD > open) {
          if (room.awaitNanos(end - System.nanoTime()) <= 0) {
            return false;
          }
        }
        inFlight += size + HEAD;
        return true;
      } finally {
        lock.unlock();
      }
    } finally {
      turn.unlock();
    }
  }

  /** Removes a file of this size that was entered. */
  void leave(long size) {
    change(() -> inFlight -= size + HEAD);
  }

  /**
   * Opens or closes the window after a file of this size was answered for.
   *
   * @param took time from the request to its answer
   */
  void answered(long size, Duration took) {
    change(() -> {
      if (took.compareTo(SLOW) > 0) {
        open = Math.max(LEAST, open / 2);
      } else if (took.compareTo(QUICK) < 0 && inFlight >= open / 2) {
        open = Math.min(MOST, open + size + HEAD);
      }
    });
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the size of the window in bytes. */
  long bytes() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }
}
