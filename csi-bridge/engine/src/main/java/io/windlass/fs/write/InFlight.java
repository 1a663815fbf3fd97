package io.windlass.fs.write;

import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Counts what is under way, remembers the first failure, and waits for the end of all. */
final class InFlight {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private int count;
  private Optional<RuntimeException> failure = Optional.empty();

  /** One more begins. */
  void begin() {
    lock.lock();
    try {
      count++;
    } finally {
      lock.unlock();
    }
  }

  /** One has ended. */
  void end() {
    lock.lock();
    try {
      count--;
      if (count == 0) {
        none.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** One has failed; it has still to end. */
  void fail(RuntimeException reason) {
    lock.lock();
    try {
      failure = failure.or(() -> Optional.of(reason));
    } finally {
      lock.unlock();
    }
  }

  /** Whether one has failed. */
  boolean isFailed() {
    lock.lock();
    try {
      return failure.isPresent();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until nothing is under way.
   *
   * @throws DriverException.Unavailable if that takes too long
   * @throws RuntimeException what failed first
   */
  void await(Duration timeout) {
    await(timeout, most -> most);
  }

  /**
   * The same of what is not part of the operation of this thread: as long as that comes forward.
   */
  void awaitOthers(Duration timeout, Deadline others) {
    await(timeout, most -> Deadline.leftFor(Optional.of(others), most));
  }

  private void await(Duration timeout, UnaryOperator<Duration> patience) {
    Waits.here();
    lock.lock();
    try {
      long end = System.nanoTime() + timeout.toNanos();
      while (count > 0) {
        Duration left = patience.apply(Duration.ofNanos(end - System.nanoTime()));
        if (!left.isPositive()) {
          throw new DriverException.Unavailable("the server takes parts too slowly", null);
        }
        long _ = none.awaitNanos(left.toNanos());
      }
      if (failure.isPresent()) {
        throw failure.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("interrupted while parts were sent", e);
    } finally {
      lock.unlock();
    }
  }
}
