package io.windlass.mounter;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Answers of a mounter that are waited for, at most one for each volume. */
final class Answers<T> {
  /** How often who does not answer is looked at. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Map<String, CompletableFuture<T>> awaited = new ConcurrentHashMap<>();

  /** What asks. */
  @FunctionalInterface
  interface Question {
    void send() throws IOException;
  }

  /**
   * Asks, and waits for the answer.
   *
   * @param watch over who is to answer
   * @throws IOException when the watch says that it will not come, or it cannot be asked for
   */
  T ask(String id, Question question, ProgressWatch watch)
      throws IOException, InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (awaited.putIfAbsent(id, answer) != null) {
      throw new IOException("the mounter was asked about volume %s already".formatted(id));
    }
    try {
      question.send();
      return await(answer, watch);
    } finally {
      awaited.remove(id, answer);
    }
  }

  private static <T> T await(CompletableFuture<T> answer, ProgressWatch watch)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return answer.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        watch.check();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Gives an answer to whoever waits for it; false if nobody does. */
  boolean give(String id, T answer) {
    Optional<CompletableFuture<T>> waiting = Optional.ofNullable(awaited.get(id));
    waiting.ifPresent(each -> each.complete(answer));
    return waiting.isPresent();
  }
}
