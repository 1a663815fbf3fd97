package io.windlass.mounter.keeper;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Table of answers that callers await from a mounter, at most one per volume. */
final class Answers<T> {
  /** How often a mounter that has not answered is checked for progress. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Map<String, CompletableFuture<T>> awaited = new ConcurrentHashMap<>();

  /** Sends a question. */
  @FunctionalInterface
  interface Question {
    void send() throws IOException;
  }

  /**
   * Sends a question, and waits for the answer.
   *
   * @param watch decides when to give up on the process that should answer
   * @throws IOException when the question cannot be sent, the watch gives up, or another answer
   *     about this volume is awaited already
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

  /** Passes an answer to the caller that waits for it; returns false if none waits. */
  boolean give(String id, T answer) {
    Optional<CompletableFuture<T>> waiting = Optional.ofNullable(awaited.get(id));
    waiting.ifPresent(each -> each.complete(answer));
    return waiting.isPresent();
  }
}
