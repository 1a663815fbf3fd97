package io.windlass.store.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs the same thing many times at once. */
public final class Race {
  private Race() {}

  /**
   * Calls {@code task} with 0 to {@code threads - 1}, all starting together.
   *
   * @return the results in that order; the first exception ends the test
   */
  public static <T> List<T> of(int threads, IntFunction<Callable<T>> task)
      throws InterruptedException, ExecutionException {
    CyclicBarrier start = new CyclicBarrier(threads);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<T> call = task.apply(i);
        running.add(
            executor.submit(() -> {
              start.await();
              return call.call();
            }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : running) {
        results.add(future.get());
      }
      return results;
    }
  }
}
