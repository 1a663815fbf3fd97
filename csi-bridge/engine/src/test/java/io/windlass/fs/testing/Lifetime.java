package io.windlass.fs.testing;

import io.windlass.store.DriverException;
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
 * The life of a process that serves a volume. It takes steps: requests to the store, looks at the
 * clock, answers. It dies at one of them: from then on, whatever thread comes to a step stays
 * there, and does nothing more.
 */
public final class Lifetime {
  /** What becomes of the request to the store with which a process dies. */
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
   * @param dies the step at which it dies, the first being 0
   */
  public Lifetime(int dies, Fate fate) {
    this.dies = dies;
    this.fate = fate;
  }

  /** One that does not die. */
  public static Lifetime endless() {
    return new Lifetime(Integer.MAX_VALUE, Fate.NOT_SENT);
  }

  /** What ends the threads of a dead process when the test is over. */
  public static final class Buried extends Error {
    private static final long serialVersionUID = 1L;
  }

  private record Arrival(int step, Callable<?> request) {}

  /** What a process before this has sent is done just before a step of this one. */
  public void arrives(int step, Callable<?> request) {
    arrivals.add(new Arrival(step, request));
  }

  /** Does now what has not arrived yet. */
  public void allArrives() throws Exception {
    for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
      unheard(next.request);
    }
  }

  /** The server may refuse it; nobody hears of that. */
  private static void unheard(Callable<?> request) throws Exception {
    try {
      request.call();
    } catch (DriverException e) {
      // Nobody is there.
    }
  }

  /** What it has sent at last that the server has not done yet. */
  public synchronized Optional<Callable<?>> late() {
    return late;
  }

  /** How many steps it has taken. */
  public synchronized int steps() {
    return steps;
  }

  /** Whether it has died. */
  public boolean isDead() {
    return died.getCount() == 0;
  }

  /** It does not die any more, unless it has. Whether it lives. */
  public synchronized boolean spare() {
    spared = true;
    return !isDead();
  }

  /** Its threads end. */
  public void bury() {
    died.countDown();
    buried.countDown();
  }

  /** The store as this process has it. */
  public ObjectStore over(ObjectStore store) {
    return new InterceptedStore(store, this::request);
  }

  private <T> T request(StoreCall call, Supplier<T> next) {
    return request(call.isChange(), next::get);
  }

  /** The clock as this process has it. */
  public LongSupplier over(LongSupplier clock) {
    return () -> {
      step();
      return clock.getAsLong();
    };
  }

  /** Takes a step that is no request. */
  public void step() {
    request(false, () -> true);
  }

  private <T> T request(boolean change, Callable<T> work) {
    try {
      // One at a time: when it has died, nothing that it sent before is still on its way.
      synchronized (this) {
        if (lives(change, work)) {
          return work.call();
        }
      }
      buried.await();
      throw new Buried();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
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
