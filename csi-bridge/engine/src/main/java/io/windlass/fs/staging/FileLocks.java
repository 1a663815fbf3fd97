package io.windlass.fs.staging;

import io.windlass.fs.journal.WriteException;
import io.windlass.fs.lock.LockRank;
import io.windlass.fs.lock.RankedLock;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.lock.Waits;
import io.windlass.linux.Errno;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** Locks of a staged file: who may publish it, and who may change it on local disk. */
final class FileLocks {
  private final StagedContent content;
  private final Duration timeout;
  private final WaitListener waiting;

  /** Held by a thread that publishes the file or changes its name or its object. */
  private final RankedLock changing = RankedLock.of(LockRank.FILE, new ReentrantLock(true));

  /**
   * Shared by threads that change the content or the metadata of the file on local disk. Exclusive
   * for a thread that has the server change them; it holds {@link #changing}, too.
   */
  private final ReentrantReadWriteLock local = new ReentrantReadWriteLock();

  private final RankedLock shared = RankedLock.reading(LockRank.CONTENT, local);
  private final RankedLock exclusive = RankedLock.writing(LockRank.CONTENT, local);

  /**
   * Deadline of the thread that holds {@link #changing} or held it last, by which it should make
   * progress; empty if it has none.
   */
  private volatile Optional<Deadline> holder = Optional.empty();

  /**
   * Creates the locks of a file.
   *
   * @param timeout longest time that a thread waits for another
   * @param waiting is told who waits
   */
  FileLocks(StagedContent content, Duration timeout, WaitListener waiting) {
    this.content = content;
    this.timeout = timeout;
    this.waiting = waiting;
  }

  /** Returns whether this thread holds the file. */
  boolean isHeld() {
    return changing.isHeld();
  }

  /**
   * Holds the file; waits for a publishing under way until all is sent.
   *
   * @throws WriteException EIO if another thread has the file for too long
   */
  StagedFile.Held hold() {
    acquire(changing);
    holder = Deadline.current();
    return changing::unlock;
  }

  /** Runs a change while this thread holds the file. */
  <T> T exclusively(Supplier<T> change) {
    try (StagedFile.Held _ = hold()) {
      return change.get();
    }
  }

  /** Runs a change while no other thread changes the file in any way. */
  <T> T alone(Supplier<T> change) {
    return exclusively(() -> {
      acquire(exclusive);
      try {
        return change.get();
      } finally {
        exclusive.unlock();
      }
    });
  }

  /** Runs a change unless a thread, this one too, holds the file. */
  void ifFree(Runnable change) {
    if (!changing.isHeld() && changing.tryLock()) {
      try {
        change.run();
      } finally {
        changing.unlock();
      }
    }
  }

  /** Waits until the file may be changed on local disk, even while it is being sent. */
  void share() {
    acquire(shared);
  }

  /** Does the same if it need not wait; returns whether it has. */
  boolean tryShare() {
    return shared.tryLock();
  }

  /** Ends a change on local disk. */
  void unshare() {
    shared.unlock();
  }

  private void acquire(Lock lock) {
    Waits.here();
    try {
      long end = System.nanoTime() + timeout.toNanos();
      if (lock.tryLock(0, TimeUnit.NANOSECONDS)) {
        return;
      }
      waiting.waits();
      Duration left = Deadline.leftOf(timeout);
      while (!lock.tryLock(left.toNanos(), TimeUnit.NANOSECONDS)) {
        left = Deadline.leftFor(holder, Duration.ofNanos(end - System.nanoTime()));
        if (!left.isPositive()) {
          throw new WriteException(
              Errno.EIO, "the publication of %s takes too long".formatted(content.key()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WriteException(Errno.EINTR, "interrupted while waiting for another writer", e);
    }
  }
}
