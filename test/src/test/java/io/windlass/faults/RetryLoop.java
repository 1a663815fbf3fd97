package io.windlass.faults;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Asks again and again with growing pauses, as the sidecars do, until there is an answer that means
 * something. Used by one thread.
 */
public final class RetryLoop {
  /** What a driver, its server or gRPC says of a call that is to be made again. */
  static final Set<Code> TRANSIENT =
      Set.copyOf(EnumSet.of(Code.UNAVAILABLE, Code.ABORTED, Code.DEADLINE_EXCEEDED));

  /** Time for one answer; longer than the claim of a killed driver blocks another driver. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Questions that are asked however long each takes: on a busy machine, time says nothing. */
  private static final int LEAST_QUESTIONS = 100;

  private static final long FIRST_PAUSE = 5;
  private static final long LONGEST_PAUSE = 1_000;

  private final RandomGenerator random;
  private final Progress progress;
  private final Set<Code> again;
  private final Map<Code, Integer> codes = new EnumMap<>(Code.class);

  /**
   * @param progress learns of every answer, and says when to wait and when to give up
   * @param again codes that are no answer
   */
  RetryLoop(RandomGenerator random, Progress progress, Set<Code> again) {
    this.random = random;
    this.progress = progress;
    this.again = Set.copyOf(again);
  }

  /** Asks again after everything that is {@linkplain #TRANSIENT transient}. */
  public RetryLoop(RandomGenerator random, Progress progress) {
    this(random, progress, TRANSIENT);
  }

  /** The source of everything that is left to chance. */
  public RandomGenerator random() {
    return random;
  }

  /** How often each code was answered; others may ask in a {@link Progress#inSilence silence}. */
  public Map<Code, Integer> codes() {
    return codes;
  }

  /** Asks until there is an answer. */
  public <A> A ask(String what, Supplier<A> question, Function<A, Code> code) {
    return ask(what, Set.of(), question, code);
  }

  /**
   * Asks until there is an answer.
   *
   * @param expected codes that are an answer here
   */
  <A> A ask(String what, Set<Code> expected, Supplier<A> question, Function<A, Code> code) {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE;
    for (int asked = 1; ; asked++) {
      A answer = once(question, code);
      Code found = code.apply(answer);
      if (isAnswer(found) || expected.contains(found)) {
        return answer;
      }
      if (asked > LEAST_QUESTIONS && System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError(
            "%s is not answered after %s, at last: %s".formatted(what, PATIENCE, answer));
      }
      rest(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }

  /**
   * Makes a call until there is an answer.
   *
   * @throws StatusRuntimeException when the answer is no
   */
  public <T> T call(String what, Supplier<T> call) {
    return ask(what, () -> Reply.to(call), Reply::code).get();
  }

  /** What a call returned or threw. */
  private record Reply<T>(Code code, Optional<T> value, Optional<StatusRuntimeException> refusal) {
    static <T> Reply<T> to(Supplier<T> call) {
      try {
        return new Reply<>(Code.OK, Optional.of(call.get()), Optional.empty());
      } catch (StatusRuntimeException e) {
        return new Reply<>(e.getStatus().getCode(), Optional.empty(), Optional.of(e));
      }
    }

    T get() {
      return value.orElseThrow(refusal::orElseThrow);
    }
  }

  /** Asks once, whatever the answer is. */
  public <A> A once(Supplier<A> question, Function<A, Code> code) {
    A answer =
        progress.call(() -> {
          A given = question.get();
          codes.merge(code.apply(given), 1, Integer::sum);
          return given;
        });
    if (isAnswer(code.apply(answer))) {
      progress.answered();
    }
    return answer;
  }

  public boolean isAnswer(Code code) {
    return !again.contains(code);
  }

  /** A pause of about so many milliseconds, between a question and its repetition. */
  void rest(long millis) {
    progress.requireGoingOn();
    try {
      Thread.sleep(random.nextLong(millis / 2, millis + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Progress.Abandoned();
    }
  }
}
