package io.windlass.volume.server;

import io.windlass.error.DriverException;
import io.windlass.operation.CurrentSpan;
import io.windlass.operation.Deadline;
import io.windlass.provision.LeasedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes calls to a server, several at a time. */
public final class Parallel {
  private Parallel() {}

  /**
   * Call to a server.
   *
   * @param weight how much of the server's time it takes compared with other calls, at least 1
   */
  public record Call<T>(int weight, Callable<T> work) {}

  /**
   * Makes all of the calls, and returns their results in the same order. After a failure no further
   * calls are begun, and those under way are awaited.
   *
   * @param capacity greatest total weight of the calls at one time; a call that weighs more is made
   *     alone
   * @param operation takes a step, on this thread, before each call
   */
  public static <T> List<T> all(List<Call<T>> calls, int capacity, LeasedOperation operation) {
    Semaphore room = new Semaphore(capacity);
    AtomicBoolean failed = new AtomicBoolean();
    // Few threads make all calls: what the stores' libraries keep for each thread is made seldom.
    try (ExecutorService threads =
        Executors.newFixedThreadPool(capacity, Thread.ofVirtual().factory())) {
      List<Future<T>> results = new ArrayList<>();
      for (Call<T> call : calls) {
        int weight = Math.min(call.weight(), capacity);
        room.acquire(weight);
        operation.step();
        if (failed.get()) {
          break;
        }
        FutureTask<T> task =
            new FutureTask<>(
                CurrentSpan.carried(() -> {
                  boolean done = false;
                  try {
                    T result = call.work().call();
                    done = true;
                    return result;
                  } finally {
                    failed.compareAndSet(false, !done);
                    room.release(weight);
                  }
                }));
        threads.execute(Deadline.carried(task));
        results.add(task);
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
