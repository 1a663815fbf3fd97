package io.windlass.fs.upload;

import io.windlass.error.DriverException;
import io.windlass.fs.lock.Waits;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Counter of operations under way; remembers the first failure, and waits until all have ended. */
public final class InFlight {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private int count;
  private Optional<RuntimeException> failure = Optional.empty();

  /** Counts an operation that begins. */
  public void begin() {
    lock.lock();
    try {
      count++;
    } finally {
      lock.unlock();
    }
  }

  /** Counts an operation as ended. */
  public void end() {
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

  /** Records the failure of an operation, which still has to end. */
  void fail(RuntimeException reason) {
    lock.lock();
    try {
      failure = failure.or(() -> Optional.of(reason));
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether an operation has failed. */
  boolean isFailed() {
    lock.lock();
    try {
      return failure.isPresent();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no operation is under way.
   *
   * @throws DriverException.Unavailable if that takes too long
   * @throws RuntimeException the first failure of an operation
   */
  void await(Duration timeout) {
    await(timeout, most -> most);
  }

  /**
   * Does the same for operations of others, and waits for as long as these make progress.
   *
   * @param others deadline of these operations
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
