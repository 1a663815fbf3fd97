package io.windlass.fuse;

import java.util.Optional;

/** Whether the caller of a request was interrupted, and what is to be done then. */
final class Interruption {
  private boolean happened;
  private Optional<Thread> runner = Optional.empty();
  private boolean late;
  private Optional<Runnable> action = Optional.empty();

  synchronized boolean happened() {
    return happened;
  }

  /** Whether the calling thread runs what is to be done when it happens. */
  synchronized boolean isRunningHere() {
    return runner.filter(Thread.currentThread()::equals).isPresent();
  }

  /** Runs {@code todo} when it happens; at once if it has. */
  void then(Runnable todo) {
    synchronized (this) {
      if (late) {
        return;
      }
      if (!happened) {
        action = Optional.of(todo);
        return;
      }
    }
    run(todo);
  }

  private void run(Runnable todo) {
    synchronized (this) {
      runner = Optional.of(Thread.currentThread());
    }
    try {
      todo.run();
    } finally {
      synchronized (this) {
        runner = Optional.empty();
      }
    }
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
    todo.ifPresent(this::run);
  }

  /** The request is being answered: nothing is run any more. */
  synchronized void tooLate() {
    late = true;
    action = Optional.empty();
  }
}
