package io.windlass.rpc;

import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * Executor that runs each task of a call in a platform thread of its own. {@link CallLimit} bounds
 * their number. Unlike an executor service it still accepts tasks while calls are being
 * interrupted, which gRPC needs until the last call is closed.
 *
 * <p>The threads are not virtual. Virtual threads share one carrier per processor, and a thread in
 * a system call or in the initialisation of a class keeps its carrier. Two calls that access mounts
 * whose servers hang would then stop the driver of a small node.
 */
final class CallThreads implements Executor {
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();
  private final LongSupplier clock;
  private final ThreadFactory factory = Thread.ofPlatform().daemon().name("rpc-", 0).factory();

  /**
   * Creates an executor without tasks.
   *
   * @param clock counts nanoseconds for the tasks: by it they judge how long a server is silent
   */
  CallThreads(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public void execute(Runnable task) {
    Thread thread =
        factory.newThread(() -> {
          try {
            Deadline.counting(clock, task);
          } finally {
            running.remove(Thread.currentThread());
          }
        });
    running.add(thread);
    thread.start();
  }

  /** Interrupts the tasks that are running. */
  void interrupt() {
    running.forEach(Thread::interrupt);
  }

  /**
   * Waits until no task is running.
   *
   * @return whether all tasks ended in time
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
