package io.windlass.cosi.sanity.check;

import io.grpc.Status;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.time.Duration;
import java.util.function.Supplier;

/** Repeats a call that is to be repeated, as the sidecar would, for a bounded time. */
final class Patience {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Duration bound;

  Patience(Duration bound) {
    this.bound = bound;
  }

  /** The first answer that is not "call again", or the last one within the bound. */
  <T> RpcAnswer<T> answer(Supplier<RpcAnswer<T>> call) throws InterruptedException {
    long start = System.nanoTime();
    Duration pause = FIRST_PAUSE;
    while (true) {
      RpcAnswer<T> answer = call.get();
      if (!isTransient(answer.code()) || System.nanoTime() - start > bound.toNanos()) {
        return answer;
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
  }

  /** Whether the code asks for the same call again: an operation pending, a backend away. */
  static boolean isTransient(Status.Code code) {
    return code == Status.Code.ABORTED || code == Status.Code.UNAVAILABLE;
  }
}
