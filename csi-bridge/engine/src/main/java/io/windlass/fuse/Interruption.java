package io.windlass.fuse;

import java.util.Optional;

/** Records whether a signal interrupted the caller of a request, and runs an action then. */
final class Interruption {
  private boolean happened;
  private Optional<Thread> runner = Optional.empty();
  private boolean late;
  private Optional<Runnable> action = Optional.empty();

  /** Returns whether the calling thread is running the action. */
  synchronized boolean isRunningHere() {
    return runner.filter(Thread.currentThread()::equals).isPresent();
  }

  /** Runs {@code todo} when the caller is interrupted; at once if it already was. */
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

  /** Records the interrupt, and runs the action if there is one. */
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

  /** Drops the action, as the request is being answered. */
  synchronized void tooLate() {
    late = true;
    action = Optional.empty();
  }
}
