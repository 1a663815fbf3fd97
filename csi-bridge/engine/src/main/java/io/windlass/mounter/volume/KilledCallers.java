package io.windlass.mounter.volume;

import io.windlass.fuse.Exchange;
import io.windlass.fuse.message.Request;
import io.windlass.linux.Errno;
import io.windlass.linux.ThreadSignals;
import java.time.Duration;

/**
 * Lets programs go that were killed while they wait for an answer: they get EINTR at once, while
 * the request is still carried out. A signal that a program handles changes nothing, as on a local
 * disk: programs do not expect stat or open to be interrupted.
 *
 * <p>The kernel says that a signal came, but not which, and says it of the first signal only, to
 * one process. It says nothing when a killed program closes its files. So the program is looked at.
 */
final class KilledCallers {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private KilledCallers() {}

  /** Watches the caller of a detached request until the request is answered. */
  static void watch(Request request, Exchange exchange) {
    int thread = request.header().pid();
    if (thread == 0) {
      return; // The kernel itself, or a program of which this PID namespace knows nothing.
    }
    if (request instanceof Request.Flush || request.header().resent()) {
      start(() -> look(thread, exchange, FIRST));
    } else {
      exchange.onInterrupt(() -> start(() -> look(thread, exchange, Duration.ZERO)));
    }
  }

  private static void start(Runnable look) {
    Thread.ofVirtual().name("caller").start(look);
  }

  private static void look(int thread, Exchange exchange, Duration first) {
    try {
      Thread.sleep(first);
      for (Duration pause = FIRST; !exchange.answered(); pause = next(pause)) {
        if (ThreadSignals.isKilled(thread) && exchange.abandon(Errno.EINTR)) {
          return;
        }
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration next(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
  }
}
