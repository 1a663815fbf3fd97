package io.windlass.linux;

import io.windlass.store.Errno;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs system calls that may never return on threads that may be lost. */
public final class TimeLimit {
  private TimeLimit() {}

  /** What may wait. */
  @FunctionalInterface
  public interface Call {
    void run() throws LinuxException;
  }

  /**
   * Runs {@code call} on a thread of its own and waits for it.
   *
   * @throws LinuxException what the call threw, ETIMEDOUT if it did not return in time (it goes on
   *     then, with its thread), or EINTR if the waiting thread was interrupted
   */
  public static void run(String what, Duration patience, Call call) throws LinuxException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name(what)
        .start(() -> {
          try {
            call.run();
            done.complete(null);
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        });
    try {
      done.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new LinuxException(what, Errno.ETIMEDOUT.number());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinuxException(what, Errno.EINTR.number());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LinuxException failure) {
        throw new LinuxException(what, failure.number());
      }
      throw new IllegalStateException(what, e.getCause());
    }
  }
}
