package io.windlass.faults;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Calls any driver of a fleet in any revision, and repeats the call with growing pauses as the
 * sidecars do, until it gets a final answer. UNAVAILABLE (also from gRPC for a broken connection)
 * and ABORTED are not final. Used by one thread.
 */
final class Caller {
  /** Most time for one request; longer than the claim of a killed driver blocks another driver. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Set<Code> AGAIN = EnumSet.of(Code.UNAVAILABLE, Code.ABORTED);

  private final Fleet fleet;
  private final RetryLoop retryLoop;

  /**
   * @param progress learns of every answer, and says when to wait and when to give up
   */
  Caller(Fleet fleet, RandomGenerator random, Progress progress) {
    this.fleet = fleet;
    this.retryLoop = new RetryLoop(random, progress, AGAIN, PATIENCE);
  }

  /** The source of everything that this caller leaves to chance. */
  RandomGenerator random() {
    return retryLoop.random();
  }

  /** Returns the answer to a request that must succeed. */
  <T> T get(String what, Function<CosiClient, RpcAnswer<T>> call) {
    return get(what, revision -> true, call);
  }

  /** The same in any of these revisions. */
  <T> T get(String what, Predicate<ApiRevision> spoken, Function<CosiClient, RpcAnswer<T>> call) {
    return switch (ask(what, Set.of(Code.OK), spoken, call)) {
      case RpcAnswer.Ok<T>(T value) -> value;
      case RpcAnswer.Refused<T> refused -> throw new AssertionError(what + ": " + refused);
    };
  }

  /**
   * Asks until there is an answer.
   *
   * @param expected the codes that are right here
   */
  <T> RpcAnswer<T> ask(String what, Set<Code> expected, Function<CosiClient, RpcAnswer<T>> call) {
    return ask(what, expected, revision -> true, call);
  }

  private <T> RpcAnswer<T> ask(
      String what,
      Set<Code> expected,
      Predicate<ApiRevision> spoken,
      Function<CosiClient, RpcAnswer<T>> call) {
    RpcAnswer<T> answer =
        retryLoop.ask(what, () -> call.apply(fleet.any(random(), spoken)), RpcAnswer::code);
    if (!expected.contains(answer.code())) {
      throw new AssertionError("%s answered %s, not %s".formatted(what, answer, expected));
    }
    return answer;
  }

  /** How often each code was answered. */
  Map<Code, Integer> codes() {
    return retryLoop.codes();
  }

  /** A pause of about so many milliseconds, between a question and its repetition. */
  void rest(long millis) {
    retryLoop.rest(millis);
  }
}
