package io.windlass.cosi.sanity.trial;

import io.grpc.Status;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.time.Duration;
import java.util.function.Supplier;

/** Repeats a call for a bounded time while its answer asks for that, as the sidecar would. */
final class Patience {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Duration bound;

  Patience(Duration bound) {
    this.bound = bound;
  }

  /**
   * Returns the first answer that does not ask to repeat the call, or the last answer after the
   * bound.
   */
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

  /**
   * Returns whether the code asks to repeat the call: ABORTED, because an operation is pending, or
   * UNAVAILABLE, because a backend cannot be reached.
   */
  static boolean isTransient(Status.Code code) {
    return code == Status.Code.ABORTED || code == Status.Code.UNAVAILABLE;
  }
}
