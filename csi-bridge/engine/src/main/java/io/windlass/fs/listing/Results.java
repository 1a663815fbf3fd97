package io.windlass.fs.listing;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for results of other threads, within the deadline of the operation. */
final class Results {
  private Results() {}

  /**
   * Waits for a result.
   *
   * @param what name of the work for messages
   * @throws DriverException that the other thread threw, or if it takes too long
   */
  static <T> T of(Future<T> task, String what) {
    try {
      return Deadline.current().isPresent() ? within(Deadline.current().get(), task) : task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable(what + " was interrupted", e);
    } catch (TimeoutException e) {
      throw new DriverException.Unavailable(what + " takes too long", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof DriverException failure) {
        throw failure;
      }
      throw new DriverException.Unexpected(what + " failed because of a defect", e.getCause());
    }
  }

  private static <T> T within(Deadline until, Future<T> task)
      throws InterruptedException, ExecutionException, TimeoutException {
    while (true) {
      try {
        return task.get(until.left().toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (until.isOver()) {
          throw e;
        }
      }
    }
  }
}
