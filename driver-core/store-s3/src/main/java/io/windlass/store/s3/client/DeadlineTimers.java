package io.windlass.store.s3.client;

import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Executor that ends calls which take too long. The delay of a task counts by the clock of the
 * operation that sets it ({@link Deadline#clock}), which stands still while this process cannot
 * run. So the SDK does not take such a time for the server's.
 */
final class DeadlineTimers extends ScheduledThreadPoolExecutor {
  /** Time after which a thread ends that has no timer to wait for. */
  private static final Duration IDLE = Duration.ofSeconds(10);

  DeadlineTimers(int threads) {
    super(threads, Thread.ofPlatform().daemon().name("s3-timers").factory());
    setRemoveOnCancelPolicy(true);
    // A node has hundreds of volumes at rest, each with timers of its own.
    setKeepAliveTime(IDLE.toNanos(), TimeUnit.NANOSECONDS);
    allowCoreThreadTimeOut(true);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    Timer timer = new Timer(task, unit.toNanos(delay));
    timer.await();
    return timer;
  }

  private void enqueue(Timer timer, long nanos) {
    timer.waiting = super.schedule(timer, nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Task that looks at its clock when its time has passed, and waits on if the clock stood still.
   */
  private final class Timer extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final LongSupplier clock = Deadline.clock();
    private final long due;
    private volatile ScheduledFuture<?> waiting = this;

    Timer(Runnable task, long delay) {
      super(task, null);
      this.due = clock.getAsLong() + delay;
    }

    private long left() {
      return due - clock.getAsLong();
    }

    private void await() {
      enqueue(this, left());
      if (isCancelled()) {
        boolean _ = cancel(false);
      }
    }

    @Override
    public void run() {
      if (left() > 0) {
        await();
      } else {
        super.run();
      }
    }

    @Override
    public boolean cancel(boolean interrupting) {
      boolean done = super.cancel(interrupting);
      ScheduledFuture<?> last = waiting;
      if (last != this) {
        boolean _ = last.cancel(false);
      }
      return done;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(left(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
