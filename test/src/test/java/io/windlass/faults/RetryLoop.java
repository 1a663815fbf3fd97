package io.windlass.faults;

import io.grpc.Status.Code;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Asks again and again with growing pauses, as the sidecars do, until there is an answer that means
 * something. Used by one thread.
 */
public final class RetryLoop {
  private static final long FIRST_PAUSE = 5;
  private static final long LONGEST_PAUSE = 1_000;

  private final RandomGenerator random;
  private final Progress progress;
  private final Set<Code> again;
  private final Duration patience;
  private final Map<Code, Integer> codes = new EnumMap<>(Code.class);

  /**
   * @param progress learns of every answer, and says when to wait and when to give up
   * @param again codes that are no answer
   */
  public RetryLoop(RandomGenerator random, Progress progress, Set<Code> again, Duration patience) {
    this.random = random;
    this.progress = progress;
    this.again = Set.copyOf(again);
    this.patience = patience;
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
    long start = System.nanoTime();
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      A answer = once(question, code);
      if (isAnswer(code.apply(answer))) {
        return answer;
      }
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new AssertionError(
            "%s is not answered after %s, at last: %s".formatted(what, patience, answer));
      }
      rest(pause);
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
