package io.windlass.http;

import io.windlass.operation.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer as a stream, which waits for the next bytes no longer than is allowed; the
 * JDK's own waits forever. Read by one thread at a time.
 */
public final class AnswerBody extends InputStream implements BodySubscriber<AnswerBody> {
  /** Reads of the connection that may wait here to be taken. */
  private static final int READ_AHEAD = 2;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Duration silence;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
  private List<ByteBuffer> waiting = List.of();
  private ByteBuffer current = NOTHING;
  private Optional<Event> end = Optional.empty();

  private sealed interface Event {
    record Bytes(List<ByteBuffer> buffers) implements Event {}

    record Completed() implements Event {}

    record Failed(Throwable cause) implements Event {}
  }

  /**
   * Creates the body of an answer that has begun.
   *
   * @param silence longest time without a byte, by {@link Deadline#clock}
   */
  public AnswerBody(Duration silence) {
    this.silence = silence;
  }

  @Override
  public CompletionStage<AnswerBody> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    if (subscribed.complete(subscription)) {
      subscription.request(READ_AHEAD);
    } else {
      subscription.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    boolean _ = events.add(new Event.Bytes(buffers));
  }

  @Override
  public void onError(Throwable cause) {
    boolean _ = events.add(new Event.Failed(cause));
  }

  @Override
  public void onComplete() {
    boolean _ = events.add(new Event.Completed());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!current.hasRemaining()) {
      if (!next(silence)) {
        return -1;
      }
    }
    int count = Math.min(length, current.remaining());
    current.get(into, offset, count);
    return count;
  }

  /** Goes on to the next buffer; false at the end. */
  private boolean next(Duration patience) throws IOException {
    if (waiting.isEmpty()) {
      Event event = end.isPresent() ? end.get() : take(patience);
      switch (event) {
        case Event.Bytes(List<ByteBuffer> buffers) -> {
          waiting = buffers;
          subscribed.join().request(1);
        }
        case Event.Completed _ -> {
          end = Optional.of(event);
          return false;
        }
        case Event.Failed(Throwable cause) -> {
          end = Optional.of(event);
          throw new IOException(cause);
        }
      }
    }
    if (!waiting.isEmpty()) {
      current = waiting.getFirst();
      waiting = waiting.subList(1, waiting.size());
    }
    return true;
  }

  private Event take(Duration patience) throws IOException {
    Deadline until = Deadline.after(patience, Deadline.clock());
    try {
      while (true) {
        Event event = events.poll(until.left().toNanos(), TimeUnit.NANOSECONDS);
        if (event != null) {
          return event;
        }
        if (until.isOver()) {
          throw new HttpTimeoutException("no byte of the answer for " + patience);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /**
   * Reads what is left, so that the connection can be used again.
   *
   * @param patience longest time without a byte
   */
  public void drain(Duration patience) throws IOException {
    while (next(patience)) {
      current = NOTHING;
    }
  }

  /** Gives up the connection with what was not read. */
  @Override
  public void close() {
    if (end.isEmpty()) {
      CompletableFuture<Void> _ = subscribed.thenAccept(Flow.Subscription::cancel);
    }
  }
}
