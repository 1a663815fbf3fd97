package io.windlass.fs.write;

import io.windlass.store.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does things again and again, each time after a longer wait, until they are done. */
public final class Background implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Background.class);
  private static final Duration CLOSING = Duration.ofSeconds(10);

  /** How long an attempt waits for the server while nothing of it comes forward. */
  private static final Duration ATTEMPT = Deadline.USUAL;

  private final Duration first;
  private final Duration most;
  private final Semaphore atOnce;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** At most so many at once, waiting so long after the first failure and after many. */
  Background(int atOnce, Duration first, Duration most) {
    this.atOnce = new Semaphore(atOnce);
    this.first = first;
    this.most = most;
  }

  /**
   * Runs {@code attempt} until it says that it is done. A failure is logged, and is not the end.
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
      return Deadline.after(ATTEMPT).limit(attempt::getAsBoolean);
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.atWarn()
            .addKeyValue("what", name)
            .addKeyValue("why", e.getMessage())
            .log("It failed, and is tried again");
        LOG.atDebug().setCause(e).log("That is where");
      }
      return false;
    } finally {
      atOnce.release();
    }
  }

  /** Stops what waits, and what is under way as soon as it can. */
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
