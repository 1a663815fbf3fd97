package io.windlass.fs.testing;

import io.windlass.store.DriverException;
import java.util.function.Supplier;

/** Lets changes of a {@link FaultyStore} pass, or has them wait before they are done. */
public final class Gate implements Supplier<Faults.Change> {
  private boolean shut;
  private int waiting;

  @Override
  public synchronized Faults.Change get() {
    waiting++;
    notifyAll();
    try {
      while (shut) {
        wait();
      }
      return Faults.Change.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("interrupted", e);
    } finally {
      waiting--;
    }
  }

  /** From now on they wait. */
  public synchronized void shut() {
    shut = true;
  }

  /** They go on. */
  public synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** How many wait just now. */
  public synchronized int waiting() {
    return waiting;
  }

  /** Waits until one does. */
  public synchronized void awaitWaiting() throws InterruptedException {
    while (waiting == 0) {
      wait();
    }
  }
}
