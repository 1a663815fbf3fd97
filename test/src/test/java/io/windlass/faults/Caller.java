package io.windlass.faults;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.testing.TestForm;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Calls any driver of a fleet in any revision, and repeats the call with growing pauses as the
 * sidecars do, until it gets a final answer. UNAVAILABLE (also from gRPC for a broken connection)
 * and ABORTED are not final, nor is in the gate that a call took too long: the long form looks at
 * that. Used by one thread.
 */
final class Caller {
  private static final Set<Code> AGAIN =
      switch (TestForm.current()) {
        case GATE -> RetryLoop.TRANSIENT;
        case LONG -> Set.of(Code.UNAVAILABLE, Code.ABORTED);
      };

  private final Fleet fleet;
  private final RetryLoop retryLoop;

  /**
   * @param progress learns of every answer, and says when to wait and when to give up
   */
  Caller(Fleet fleet, RandomGenerator random, Progress progress) {
    this.fleet = fleet;
    this.retryLoop = new RetryLoop(random, progress, AGAIN);
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
    return ask(what, expected, () -> call.apply(fleet.any(random(), spoken)));
  }

  /**
   * Asks one driver in one revision until there is an answer.
   *
   * @param expected the codes that are right here
   */
  <T> RpcAnswer<T> ask(String what, Set<Code> expected, Supplier<RpcAnswer<T>> call) {
    RpcAnswer<T> answer = retryLoop.ask(what, expected, call, RpcAnswer::code);
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
