package io.windlass.fs.upload;

import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats work in the background until it is done, waiting longer after each failure. */
public final class Background implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Background.class);
  private static final Duration CLOSING = Duration.ofSeconds(10);

  /** Longest time that an attempt waits for the server without progress. */
  private static final Duration ATTEMPT = Deadline.USUAL;

  private final Duration first;
  private final Duration most;
  private final LongSupplier clock;
  private final Semaphore atOnce;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Creates a runner.
   *
   * @param atOnce most attempts at the same time
   * @param first wait after the first failure; it doubles after each further one
   * @param most longest wait
   * @param clock counts nanoseconds, for the time limit of an attempt
   */
  public Background(int atOnce, Duration first, Duration most, LongSupplier clock) {
    this.clock = clock;
    this.atOnce = new Semaphore(atOnce);
    this.first = first;
    this.most = most;
  }

  /**
   * Runs {@code attempt} until it returns true or this is closed. A failure is logged, and the
   * attempt repeated.
   */
  public synchronized void repeat(String name, BooleanSupplier attempt) {
    if (closed) {
      return;
    }
    Thread thread = Thread.ofVirtual().name(name).unstarted(() -> run(name, attempt));
    threads.add(thread);
    thread.start();
  }

  private void run(String name, BooleanSupplier attempt) {
    try {
      long wait = first.toMillis();
      while (!closed && !once(name, attempt)) {
        TimeUnit.MILLISECONDS.sleep(wait);
        wait = Math.min(2 * wait, most.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.remove(Thread.currentThread());
    }
  }

  private boolean once(String name, BooleanSupplier attempt) throws InterruptedException {
    atOnce.acquire();
    try {
      return Deadline.after(ATTEMPT, clock).limit(attempt::getAsBoolean);
    } catch (RuntimeException | Error e) {
      // An Error, as when there is no memory for a moment, must not end the work for good.
      if (!closed) {
        log.warn("could not {}, and tries again: {}", name, e.getMessage());
        log.debug("stack trace of the failed operation", e);
      }
      return false;
    } finally {
      atOnce.release();
    }
  }

  /** Stops all work: interrupts it, and waits up to 10 seconds for each piece to end. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        thread.join(CLOSING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
