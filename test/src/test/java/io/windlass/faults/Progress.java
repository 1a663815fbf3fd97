package io.windlass.faults;

import io.windlass.testing.Patience;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** Progress of all clients of a storm together; also decides whether they may call. */
public final class Progress {
  private static final Duration PATIENCE = Patience.LONGEST;

  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ReadWriteLock calls = new ReentrantReadWriteLock(true);
  private long answers;
  private boolean done;
  private boolean over;

  /** Makes a call, after the {@linkplain #inSilence silence} if there is one. */
  <T> T call(Supplier<T> call) {
    calls.readLock().lock();
    try {
      return call.get();
    } finally {
      calls.readLock().unlock();
    }
  }

  /** Runs {@code deed} while no call is in flight. */
  void inSilence(Runnable deed) {
    calls.writeLock().lock();
    try {
      deed.run();
    } finally {
      calls.writeLock().unlock();
    }
  }

  /** A client got an answer. */
  void answered() {
    lock.lock();
    try {
      answers++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** All of them have done what they were to do: there are no more answers to wait for. */
  void allDone() {
    lock.lock();
    try {
      done = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** One of them failed: the others need not go on. */
  void end() {
    lock.lock();
    try {
      over = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Throws if one of them failed. */
  void requireGoingOn() {
    lock.lock();
    try {
      if (over) {
        throw new Abandoned();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for so many more answers, but not for ever; returns whether they came. */
  public boolean awaitAnswers(long more) throws InterruptedException {
    lock.lock();
    try {
      long enough = answers + more;
      long left = PATIENCE.toNanos();
      while (answers < enough && !done && !over && left > 0) {
        left = changed.awaitNanos(left);
      }
      return answers >= enough;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a client after another one failed. */
  public static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
