package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Log of the calls on a connection: the last 64 calls, and the last 10,000 failed calls. May be
 * used by several threads.
 */
public final class Transcript {
  private static final int RECENT = 64;
  private static final int ERRORS = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<RecordedCall> recent = new ArrayDeque<>();
  private final Deque<RecordedCall> errors = new ArrayDeque<>();

  void add(RecordedCall exchange) {
    locked(() -> {
      keep(recent, exchange, RECENT);
      if (exchange.code() != Status.Code.OK) {
        keep(errors, exchange, ERRORS);
      }
      return exchange;
    });
  }

  private static void keep(Deque<RecordedCall> where, RecordedCall exchange, int most) {
    if (where.size() == most) {
      where.removeFirst();
    }
    where.addLast(exchange);
  }

  /** Returns the last calls since {@link #turnPage}, oldest first. */
  public List<RecordedCall> recent() {
    return locked(() -> List.copyOf(recent));
  }

  /** Returns the failed calls, oldest first. */
  public List<RecordedCall> errors() {
    return locked(() -> List.copyOf(errors));
  }

  /** Clears the recent calls; returns those that were there. */
  public List<RecordedCall> turnPage() {
    return locked(() -> {
      List<RecordedCall> page = List.copyOf(recent);
      recent.clear();
      return page;
    });
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
