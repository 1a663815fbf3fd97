package io.windlass.fs.testing;

import io.windlass.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What goes wrong with a {@link MemoryStore}. */
public final class Faults {
  private final Queue<Body> bodies = new ConcurrentLinkedQueue<>();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean ifMatchIgnored;
  private volatile boolean frozen;

  /** What goes wrong with one body. */
  public enum Body {
    /** Ends in the middle without a word. */
    SHORT,
    /** Breaks off in the middle. */
    BROKEN,
    /** Has a byte changed, which is found out at its end. */
    CORRUPT,
    /** Has a byte too many. */
    LONG
  }

  /** The bodies that are sent next go wrong so. */
  public void next(Body... faults) {
    bodies.addAll(List.of(faults));
  }

  /** Whether all that was to go wrong with bodies has gone wrong. */
  public boolean isOver() {
    return bodies.isEmpty();
  }

  /** So many requests that come next are answered with Unavailable. */
  public void refuse(long requests) {
    refused.set(requests);
  }

  /** Conditions of reads are not heeded, as by a server that is too simple. */
  public void ignoreIfMatch(boolean ignored) {
    ifMatchIgnored = ignored;
  }

  /** While it is frozen, bodies are not sent. */
  public void freeze(boolean stopped) {
    synchronized (this) {
      frozen = stopped;
      notifyAll();
    }
  }

  boolean isIfMatchIgnored() {
    return ifMatchIgnored;
  }

  Optional<Body> body() {
    return Optional.ofNullable(bodies.poll());
  }

  void request() {
    if (refused.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new StoreException.Unavailable("refused by the test", null);
    }
  }

  void waitWhileFrozen() {
    synchronized (this) {
      try {
        while (frozen) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreException.Unavailable("interrupted", e);
      }
    }
  }
}
