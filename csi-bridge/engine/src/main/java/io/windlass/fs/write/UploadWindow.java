package io.windlass.fs.write;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many bytes may be on their way to the server in requests that send files whole: a congestion
 * window, as that of TCP. It opens while requests that fill it are answered quickly, and closes
 * when they take long. So on a slow network files arrive one after the other, where all of them
 * together would arrive too late.
 */
final class UploadWindow {
  /** What even a slow network takes in the time that a request has. */
  static final long LEAST = 2 << 20;

  static final long MOST = 256 << 20;

  /** What a request weighs besides its bytes. */
  private static final long HEAD = 4 << 10;

  private static final Duration QUICK = Duration.ofSeconds(1);
  private static final Duration SLOW = Duration.ofSeconds(2);

  /** Held while waiting for room: whoever comes first is let in first. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private long open = LEAST;
  private long inFlight;

  /**
   * Has a file of this size be on its way until it {@linkplain #leave leaves}, if it may in time.
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

  /** A file of this size, which was let in, is not on its way any more. */
  void leave(long size) {
    change(() -> inFlight -= size + HEAD);
  }

  /** A file of this size, which is in, was answered for after so long. */
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

  /** How many bytes may be on their way. */
  long bytes() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }
}
