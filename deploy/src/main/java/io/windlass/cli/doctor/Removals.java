package io.windlass.cli.doctor;

import io.windlass.error.DriverException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * What a trial has made, and how each is taken away: the last one first. A step of the trial that
 * is under way is awaited, and none begins afterwards, so nothing is made behind its removal.
 */
final class Removals {
  /** What goes, and how. */
  private record Removal(String what, Runnable way) {}

  private final Deque<Removal> removals = new ConcurrentLinkedDeque<>();
  private boolean over;

  /**
   * Adds what is going to be removed, before it is made: it may be there even if that fails.
   *
   * @param what it is, for people
   * @throws DriverException.FailedPrecondition when all is being removed
   */
  synchronized void add(String what, Runnable way) {
    requireGoingOn();
    removals.push(new Removal(what, way));
  }

  /**
   * Takes a step that makes something, or returns what it found.
   *
   * @throws DriverException.FailedPrecondition when all is being removed
   */
  synchronized <T> T step(Supplier<T> step) {
    requireGoingOn();
    return step.get();
  }

  /** The same for a step that is no call of a backend. */
  synchronized <T> T call(Callable<T> step) throws Exception {
    requireGoingOn();
    return step.call();
  }

  /** Takes back what was added: it was not made. */
  synchronized void forget(String what) {
    removals.removeIf(removal -> removal.what.equals(what));
  }

  /** Returns how many removals there are; does not wait for a step. */
  int size() {
    return removals.size();
  }

  private void requireGoingOn() {
    if (over) {
      throw new DriverException.FailedPrecondition("the trial was interrupted");
    }
  }

  /** Tries to remove everything, and returns what may stay, and why. */
  synchronized List<String> removeAll() {
    over = true;
    List<String> left = new ArrayList<>();
    while (!removals.isEmpty()) {
      Removal removal = removals.pop();
      try {
        removal.way.run();
      } catch (RuntimeException e) {
        left.add("%s may still be there: %s".formatted(removal.what, e.getMessage()));
      }
    }
    return left;
  }
}
