package io.windlass.operation;

import io.windlass.error.DriverException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Results of two calls that do not depend on each other, and are made at the same time.
 *
 * @param one result of the first
 * @param other result of the second
 */
public record Both<A, B>(A one, B other) {

  /**
   * Makes both calls, the first on this thread, and awaits both. If one fails, its failure is
   * thrown; if both do, that of the first.
   */
  public static <A, B> Both<A, B> of(Supplier<A> first, Supplier<B> second) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<B> other = threads.submit(CurrentSpan.carried(second::get));
      A one = first.get();
      return new Both<>(one, result(other));
    }
  }

  /** Makes both calls, which have no results, as {@link #of} does. */
  public static void run(Runnable first, Runnable second) {
    Both<Boolean, Boolean> _ = of(() -> done(first), () -> done(second));
  }

  private static boolean done(Runnable call) {
    call.run();
    return true;
  }

  private static <T> T result(Future<T> call) {
    try {
      return call.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("interrupted", e);
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case RuntimeException failure -> failure;
        case Error error -> throw error;
        case null, default -> new DriverException.Unexpected("a call failed", e);
      };
    }
  }
}
