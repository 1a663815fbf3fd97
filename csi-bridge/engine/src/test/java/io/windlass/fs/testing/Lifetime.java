package io.windlass.fs.testing;

import io.windlass.error.DriverException;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Simulated life of a process that serves a volume. The process takes steps: requests to the store,
 * readings of the clock, answers. It dies at one of them: from then on every thread that comes to a
 * step stops there for ever.
 */
public final class Lifetime {
  /** Fate of the request to the store at which the process dies. */
  public enum Fate {
    /** The server never gets it. */
    NOT_SENT,
    /** The server has done it before anything else happens. */
    DONE,
    /** The server does it while the next process lives. */
    LATE
  }

  private final int dies;
  private final Fate fate;
  private final Deque<Arrival> arrivals = new ConcurrentLinkedDeque<>();
  private final CountDownLatch buried = new CountDownLatch(1);
  private final CountDownLatch died = new CountDownLatch(1);
  private int steps;
  private boolean spared;
  private Optional<Callable<?>> late = Optional.empty();

  /**
   * Creates a life.
   *
   * @param dies the step at which the process dies; the first is 0
   */
  public Lifetime(int dies, Fate fate) {
    this.dies = dies;
    this.fate = fate;
  }

  /** Returns the life of a process that does not die. */
  public static Lifetime endless() {
    return new Lifetime(Integer.MAX_VALUE, Fate.NOT_SENT);
  }

  /** Ends the threads of a dead process when the test is over. */
  public static final class Buried extends Error {
    private static final long serialVersionUID = 1L;
  }

  private record Arrival(int step, Callable<?> request) {}

  /** Has a request of an earlier process done just before the given step of this process. */
  public void arrives(int step, Callable<?> request) {
    arrivals.add(new Arrival(step, request));
  }

  /** Does all requests of the earlier process that have not been done yet. */
  public void allArrives() throws Exception {
    for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
      unheard(next.request);
    }
  }

  /** Does a request whose caller has died: an error of the server reaches nobody. */
  private static void unheard(Callable<?> request) throws Exception {
    try {
      request.call();
    } catch (DriverException e) {
      // Nobody is there.
    }
  }

  /** Returns the last request of the dead process, if the server has not done it yet. */
  public synchronized Optional<Callable<?>> late() {
    return late;
  }

  /** Returns the number of steps that the process has taken. */
  public synchronized int steps() {
    return steps;
  }

  /** Returns whether the process has died. */
  public boolean isDead() {
    return died.getCount() == 0;
  }

  /** Lets the process live on if it has not died; returns whether it lives. */
  public synchronized boolean letLive() {
    spared = true;
    return !isDead();
  }

  /** Ends the threads of the dead process. */
  public void bury() {
    died.countDown();
    buried.countDown();
  }

  /** Returns a view of the store whose requests are steps of this process. */
  public ObjectStore over(ObjectStore store) {
    return new InterceptedStore(store, this::request);
  }

  private <T> T request(StoreCall call, Supplier<T> next) {
    return request(call.isChange(), next::get);
  }

  /** Returns a view of the clock whose readings are steps of this process. */
  public LongSupplier over(LongSupplier clock) {
    return () -> {
      step();
      return clock.getAsLong();
    };
  }

  /** Takes a step that is not a request to the store. */
  public void step() {
    request(false, () -> true);
  }

  private <T> T request(boolean change, Callable<T> work) {
    try {
      if (Thread.holdsLock(this)) {
        return work.call(); // the store reads the clock: that is part of the request's step
      }
      // One at a time: when it has died, nothing that it sent before is still on its way.
      synchronized (this) {
        if (lives(change, work)) {
          return work.call();
        }
      }
      buried.await();
      throw buried();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends this thread without a word: else a test that waits meanwhile takes it for a failure. */
  private static Buried buried() {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((ended, failure) -> {
      if (!(failure instanceof Buried)) {
        before.uncaughtException(ended, failure);
      }
    });
    return new Buried();
  }

  private boolean lives(boolean change, Callable<?> work) throws Exception {
    if (isDead()) {
      return false;
    }
    int step = steps++;
    for (Arrival next = arrivals.peek();
        next != null && next.step <= step;
        next = arrivals.peek()) {
      unheard(arrivals.remove().request);
    }
    if (spared || step < dies) {
      return true;
    }
    if (change && fate == Fate.DONE) {
      unheard(work);
    } else if (change && fate == Fate.LATE) {
      late = Optional.of(work);
    }
    died.countDown();
    return false;
  }
}
