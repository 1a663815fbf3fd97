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
  private final Map<String, CompletableFuture<T>> awaited = new ConcurrentHashMap<>();

  /** What asks. */
  @FunctionalInterface
  interface Question {
    void send() throws IOException;
  }

  /**
   * Asks, and waits for the answer.
   *
   * @throws IOException when it does not come in time, or cannot be asked for
   */
  T ask(String id, Question question, Duration patience) throws IOException, InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (awaited.putIfAbsent(id, answer) != null) {
      throw new IOException("the mounter was asked about volume %s already".formatted(id));
    }
    try {
      question.send();
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the mounter does not answer; its log says why", e);
    } finally {
      awaited.remove(id, answer);
    }
  }

  /** Gives an answer to whoever waits for it; false if nobody does. */
  boolean give(String id, T answer) {
    Optional<CompletableFuture<T>> waiting = Optional.ofNullable(awaited.get(id));
    waiting.ifPresent(each -> each.complete(answer));
    return waiting.isPresent();
  }
}
