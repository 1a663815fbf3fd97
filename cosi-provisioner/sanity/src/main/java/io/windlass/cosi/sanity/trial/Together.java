package io.windlass.cosi.sanity.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Makes calls at the same time. */
public final class Together {
  private Together() {}

  /** Starts all calls at once and waits for all results. Each call must end by itself. */
  public static <T> List<T> run(int count, IntFunction<T> call) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(count);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        futures.add(
            threads.submit(() -> {
              start.await();
              return call.apply(number);
            }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(result(future));
      }
      return results;
    }
  }

  /** Returns the result of a call that another thread made. */
  public static <T> T result(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Ended ended -> throw ended;
        case BrokenBarrierException broken -> throw new IllegalStateException(broken);
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }
}
