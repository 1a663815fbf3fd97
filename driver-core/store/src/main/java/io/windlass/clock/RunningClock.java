package io.windlass.clock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Clock of this process: counts nanoseconds in which it could run, for the time that operations
 * wait for the server. It stands still while the process or the machine is stopped, and runs slower
 * while threads of the process are ready and wait for a processor: the server is not silent then,
 * nobody listens. It always runs at a twentieth of real time, so that every wait has an end.
 */
public final class RunningClock implements LongSupplier, AutoCloseable {
  /**
   * Time between two looks at what the process waited for. A look takes a thousandth of that: less
   * than what a keeper takes for progress of a mounter that hangs.
   */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** Most time that counts between two looks. */
  private static final Duration MOST = PERIOD.multipliedBy(2);

  /** Part of real time that always counts, as its inverse. */
  private static final int SLOWEST = 20;

  /** Looks after which the clock rests if nobody has asked for the time. */
  private static final int UNASKED = 20;

  private final LongSupplier real;
  private final Supplier<Duration> starved;
  private final Thread ticker = Thread.ofPlatform().daemon().name("clock").unstarted(this::run);
  private final AtomicLong told = new AtomicLong();
  private volatile Tick last;
  private volatile boolean asked;
  private volatile boolean resting;
  private volatile boolean closed;

  /**
   * Tick of the clock.
   *
   * @param at real time
   * @param counted time of this clock
   * @param speed share of real time that counted since the tick before
   */
  private record Tick(long at, long counted, double speed) {}

  /**
   * Creates a clock that somebody else {@linkplain #tick ticks}.
   *
   * @param real counts nanoseconds of real time
   * @param starved returns how long a thread of the process has waited for a processor since it was
   *     called last
   */
  RunningClock(LongSupplier real, Supplier<Duration> starved) {
    this.real = real;
    this.starved = starved;
    this.last = new Tick(real.getAsLong(), 0, 1);
  }

  /** Starts a clock of this process. It has a thread until it is closed. */
  public static RunningClock start() {
    RunningClock clock = new RunningClock(System::nanoTime, new ProcessorWaits()::longest);
    clock.ticker.start();
    return clock;
  }

  /** Between two ticks, the clock goes on as fast as before the first, and never back. */
  @Override
  public long getAsLong() {
    asked = true;
    if (resting) {
      LockSupport.unpark(ticker);
    }
    Tick tick = last;
    long since = Math.min(real.getAsLong() - tick.at, PERIOD.toNanos());
    return told.accumulateAndGet(tick.counted + (long) (since * tick.speed), Math::max);
  }

  /** Ends the thread. Nobody may ask for the time any more. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(ticker);
  }

  private void run() {
    int unasked = 0;
    while (!closed) {
      unasked = asked ? 0 : unasked + 1;
      asked = false;
      if (unasked > UNASKED) {
        rest();
        unasked = 0;
      }
      LockSupport.parkNanos(PERIOD.toNanos());
      tick();
    }
  }

  /** An idle mounter uses no processor time: its keeper takes that for progress. */
  private void rest() {
    resting = true;
    while (!asked && !closed) {
      LockSupport.park();
    }
    resting = false;
    last = new Tick(real.getAsLong(), last.counted, 1);
    Duration _ = starved.get();
  }

  /** Counts the time since the last tick. Called by one thread. */
  void tick() {
    long now = real.getAsLong();
    long passed = Math.clamp(now - last.at, 1, MOST.toNanos());
    long ran = Math.max(passed - starved.get().toNanos(), passed / SLOWEST);
    last = new Tick(now, last.counted + ran, (double) ran / passed);
  }
}
