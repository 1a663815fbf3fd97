package io.windlass.mounter.volume;

import io.windlass.fuse.Exchange;
import io.windlass.fuse.message.Request;
import io.windlass.linux.Errno;
import io.windlass.linux.ThreadSignals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets programs go that were killed while they wait for an answer: they get EINTR soon, while the
 * request is still carried out. A signal that a program handles changes nothing, as on a local
 * disk: programs do not expect stat or open to be interrupted.
 *
 * <p>The kernel says that a signal came, but not which, and says it of the first signal only, to
 * one process. It says nothing when a killed program closes its files. So the program is looked at,
 * by one thread for all programs of a volume.
 */
final class KilledCallers {
  /** Time between two turns of the thread that looks. */
  private static final Duration TURN = Duration.ofMillis(100);

  /** Most turns from one look at a program to the next: a second. */
  private static final int LONGEST = 10;

  private final List<Waiting> waiting = new ArrayList<>();
  private boolean looking;

  /** Watches the caller of a detached request until the request is answered. */
  void watch(Request request, Exchange exchange) {
    int thread = request.header().pid();
    if (thread == 0) {
      return; // The kernel itself, or a program of which this PID namespace knows nothing.
    }
    if (request instanceof Request.Flush || request.header().resent()) {
      add(new Waiting(thread, exchange, 1));
    } else {
      exchange.onInterrupt(() -> add(new Waiting(thread, exchange, 0)));
    }
  }

  private synchronized void add(Waiting caller) {
    waiting.add(caller);
    if (!looking) {
      looking = true;
      Thread.ofVirtual().name("callers").start(this::look);
    }
  }

  private void look() {
    try {
      for (List<Waiting> all = left(); !all.isEmpty(); all = left()) {
        all.forEach(Waiting::turn);
        Thread.sleep(TURN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns who still waits. If nobody does, the thread that looks has to end. */
  private synchronized List<Waiting> left() {
    waiting.removeIf(caller -> caller.exchange.answered());
    looking = !waiting.isEmpty();
    return List.copyOf(waiting);
  }

  /** A program that waits for an answer. Of the thread that looks. */
  private static final class Waiting {
    private final int thread;
    private final Exchange exchange;

    /** Turns until the next look at it. */
    private int left;

    private int pause = 1;

    private Waiting(int thread, Exchange exchange, int left) {
      this.thread = thread;
      this.exchange = exchange;
      this.left = left;
    }

    private void turn() {
      if (left > 0) {
        left--;
        return;
      }
      if (ThreadSignals.isKilled(thread)) {
        exchange.abandon(Errno.EINTR);
      }
      left = pause - 1;
      pause = Math.min(LONGEST, 2 * pause);
    }
  }
}
