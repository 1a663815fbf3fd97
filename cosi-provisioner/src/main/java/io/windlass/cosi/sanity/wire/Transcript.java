package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What was said on a connection: the last calls in full, and every error. Both are bounded. May be
 * used by several threads.
 */
public final class Transcript {
  private static final int RECENT = 64;
  private static final int ERRORS = 10_000;

  private final Deque<Exchange> recent = new ArrayDeque<>();
  private final Deque<Exchange> errors = new ArrayDeque<>();

  synchronized void add(Exchange exchange) {
    keep(recent, exchange, RECENT);
    if (exchange.code() != Status.Code.OK) {
      keep(errors, exchange, ERRORS);
    }
  }

  private static void keep(Deque<Exchange> where, Exchange exchange, int most) {
    if (where.size() == most) {
      where.removeFirst();
    }
    where.addLast(exchange);
  }

  /** The last calls since {@link #clearRecent}, oldest first. */
  public synchronized List<Exchange> recent() {
    return new ArrayList<>(recent);
  }

  /** Begins a new page. */
  public synchronized void clearRecent() {
    recent.clear();
  }

  /** Every call that failed, oldest first. */
  public synchronized List<Exchange> errors() {
    return new ArrayList<>(errors);
  }
}
