package io.windlass.rpc;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * A thread of the system for whatever has to be done for a call. How many there can be is bounded
 * by {@link CallLimit}. Unlike an executor service it still works while calls are being
 * interrupted: gRPC needs it until the last call is closed.
 *
 * <p>Not virtual threads: they share one carrier per processor, and whoever is in a system call or
 * waits for a class to be initialised keeps his. Two calls that look at mounts whose servers hang
 * would then stop the driver of a small node.
 */
final class CallThreads implements Executor {
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();
  private final ThreadFactory factory = Thread.ofPlatform().daemon().name("rpc-", 0).factory();

  @Override
  public void execute(Runnable task) {
    Thread thread =
        factory.newThread(() -> {
          try {
            task.run();
          } finally {
            running.remove(Thread.currentThread());
          }
        });
    running.add(thread);
    thread.start();
  }

  /** Interrupts what is running now. */
  void interrupt() {
    running.forEach(Thread::interrupt);
  }

  /**
   * Waits until nothing is running.
   *
   * @return whether that was reached in time
   */
  boolean awaitIdle(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Thread thread : running) {
      long left = end - System.nanoTime();
      if (left <= 0 || !thread.join(Duration.ofNanos(left))) {
        return running.isEmpty();
      }
    }
    return true;
  }
}
