package io.windlass.linux;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs system calls that may never return, on threads that may be abandoned. */
public final class TimeLimit {
  /**
   * Longest wait at once. When the machine was stopped during one, it ends although the call could
   * not go on: no more than this counts then.
   */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

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
    CompletableFuture<Void> done = begin(what, call);
    Duration left = patience;
    while (left.isPositive()) {
      Duration wait = left.compareTo(AT_ONCE) < 0 ? left : AT_ONCE;
      if (await(what, done, wait)) {
        return;
      }
      left = left.minus(wait);
    }
    throw new LinuxException(what, Errno.ETIMEDOUT.number());
  }

  /** Decides whether to go on waiting for a call that has not returned. */
  @FunctionalInterface
  public interface Silence {
    /** Throws an exception if there is no point in waiting longer. */
    void check() throws IOException;
  }

  /**
   * Runs {@code call} on its own thread and waits for it, for as long as {@code silence} allows.
   *
   * @param look how often it is asked
   * @throws IOException the error of the call, or that of {@code silence}; the call then goes on in
   *     its thread
   */
  public static void run(String what, Duration look, Call call, Silence silence)
      throws IOException {
    CompletableFuture<Void> done = begin(what, call);
    while (!await(what, done, look)) {
      silence.check();
    }
  }

  private static CompletableFuture<Void> begin(String what, Call call) {
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
    return done;
  }

  /** Returns false if it has not returned after {@code patience}. */
  private static boolean await(String what, CompletableFuture<Void> done, Duration patience)
      throws LinuxException {
    try {
      done.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
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
