package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.store.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls to a server, some at a time. */
final class Parallel {
  /** What a server answers in about the time of one. */
  static final int AT_ONCE = 16;

  private Parallel() {}

  /**
   * Makes all of the calls; the results are in their order. After a failure no more are begun, and
   * those under way are waited for.
   *
   * @param operation takes a step, on this thread, before each
   */
  static <T> List<T> all(List<Callable<T>> calls, LeasedOperation operation) {
    return all(calls, AT_ONCE, operation);
  }

  /**
   * The same.
   *
   * @param atOnce at most so many at a time
   */
  static <T> List<T> all(List<Callable<T>> calls, int atOnce, LeasedOperation operation) {
    Semaphore turns = new Semaphore(atOnce);
    AtomicBoolean failed = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (Callable<T> call : calls) {
        turns.acquire();
        operation.step();
        if (failed.get()) {
          break;
        }
        results.add(
            threads.submit(() -> {
              boolean done = false;
              try {
                T result = call.call();
                done = true;
                return result;
              } finally {
                failed.compareAndSet(false, !done);
                turns.release();
              }
            }));
      }
      List<T> done = new ArrayList<>();
      for (Future<T> result : results) {
        done.add(result.get());
      }
      return done;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("interrupted", e);
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case DriverException failure -> failure;
        case Error error -> throw error;
        case null, default -> new DriverException.Unexpected("a copy failed", e);
      };
    }
  }
}
