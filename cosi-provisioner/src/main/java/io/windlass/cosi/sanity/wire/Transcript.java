package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What was said on a connection: the last calls in full, and every error. Both are bounded. May be
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

  /** The last calls since {@link #turnPage}, oldest first. */
  public List<RecordedCall> recent() {
    return locked(() -> List.copyOf(recent));
  }

  /** Every call that failed, oldest first. */
  public List<RecordedCall> errors() {
    return locked(() -> List.copyOf(errors));
  }

  /** Begins a new page of recent calls; gives the old one. */
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
