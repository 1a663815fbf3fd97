package io.windlass.fs.testing;

import io.windlass.error.DriverException;
import java.util.function.Supplier;

/**
 * Gate for changes of a {@link FaultyStore}: lets them pass, or blocks them before they are done.
 */
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

  /** Blocks changes from now on. */
  public synchronized void shut() {
    shut = true;
  }

  /** Lets all changes pass, also those that wait. */
  public synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Returns the number of changes that wait. */
  public synchronized int waiting() {
    return waiting;
  }

  /** Waits until a change waits at the gate. */
  public synchronized void awaitWaiting() throws InterruptedException {
    while (waiting == 0) {
      wait();
    }
  }
}
