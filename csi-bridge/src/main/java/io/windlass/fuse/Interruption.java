package io.windlass.fuse;

import java.util.Optional;

/** Whether the caller of a request was interrupted, and what is to be done then. */
final class Interruption {
  private boolean happened;
  private boolean late;
  private Optional<Runnable> action = Optional.empty();

  synchronized boolean happened() {
    return happened;
  }

  /** Runs {@code todo} when it happens; at once if it has. */
  void then(Runnable todo) {
    synchronized (this) {
      if (!happened) {
        action = Optional.of(todo);
        return;
      }
    }
    todo.run();
  }

  /** It happens. */
  void happen() {
    Optional<Runnable> todo;
    synchronized (this) {
      if (happened || late) {
        return;
      }
      happened = true;
      todo = action;
      action = Optional.empty();
    }
    todo.ifPresent(Runnable::run);
  }

  /** The request is being answered: nothing is run any more. */
  synchronized void tooLate() {
    late = true;
    action = Optional.empty();
  }
}
