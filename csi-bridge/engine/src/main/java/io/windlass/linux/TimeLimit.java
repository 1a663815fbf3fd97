package io.windlass.linux;

import io.windlass.store.Errno;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs system calls that may never return, on threads that may be abandoned. */
public final class TimeLimit {
  private TimeLimit() {}

  /** A system call that may wait for ever. */
  @FunctionalInterface
  public interface Call {
    void run() throws LinuxException;
  }

  /**
   * Runs {@code call} on its own thread and waits for it.
   *
   * @throws LinuxException the error of the call; ETIMEDOUT if it did not return in time (it then
   *     goes on in its thread); EINTR if the waiting thread was interrupted
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
