package io.windlass.store;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How long an operation still waits for the server. All requests that it makes share one: each gets
 * what is left.
 *
 * <p>It is bound to the thread that carries the operation out, and stores look for it there. Other
 * threads that work for the operation are given it with {@link #carried}.
 */
public final class Deadline {
  /** How long an operation waits in which nothing comes forward, unless it says otherwise. */
  public static final Duration USUAL = Duration.ofSeconds(10);

  /** A request that comes too late is given so much, and fails by itself. */
  private static final Duration LEAST = Duration.ofMillis(1);

  private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();

  private final LongSupplier clock;
  private final long limit;
  private final AtomicLong end = new AtomicLong();

  private Deadline(Duration limit, LongSupplier clock) {
    this.clock = clock;
    this.limit = limit.toNanos();
    renew();
  }

  /** One that is over so long from now, unless it is renewed. */
  public static Deadline after(Duration limit) {
    return after(limit, System::nanoTime);
  }

  /** The same by a clock that counts nanoseconds. */
  public static Deadline after(Duration limit, LongSupplier clock) {
    return new Deadline(limit, clock);
  }

  /** The one of the operation that this thread works for; empty if that has none. */
  public static Optional<Deadline> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Does work, on this thread, that has to be done by this deadline. */
  public <T> T limit(Supplier<T> work) {
    return ScopedValue.where(CURRENT, this).call(work::get);
  }

  /** Work for another thread, which is part of the operation of this one. */
  public static Runnable carried(Runnable work) {
    return current()
        .<Runnable>map(deadline -> () -> ScopedValue.where(CURRENT, deadline).run(work))
        .orElse(work);
  }

  /**
   * Says that the operation of this thread has come forward, by one step of many: it has its whole
   * time again. Only for steps of which an operation takes more, the more there is to do.
   */
  public static void progress() {
    current().ifPresent(Deadline::renew);
  }

  /** What is left of {@code most} for the operation of this thread, if it has a deadline. */
  public static Duration leftOf(Duration most) {
    return current().map(Deadline::left).filter(left -> left.compareTo(most) < 0).orElse(most);
  }

  /**
   * How long the operation of this thread may go on waiting for others, {@code most} at most:
   * nothing, if its time is over and theirs too. While they come forward it has as long as they.
   */
  public static Duration leftFor(Optional<Deadline> others, Duration most) {
    Optional<Deadline> mine = current();
    mine.ifPresent(waiting -> others.ifPresent(waiting::extendTo));
    return mine.filter(Deadline::isOver).isPresent() ? Duration.ZERO : leftOf(most);
  }

  /** It has its whole time again. */
  public void renew() {
    end.set(clock.getAsLong() + limit);
  }

  /** Has it last at least as long as another. */
  private void extendTo(Deadline other) {
    long later = clock.getAsLong() + other.remaining();
    end.accumulateAndGet(later, (known, asked) -> asked - known > 0 ? asked : known);
  }

  /** What is left, never less than a millisecond. */
  public Duration left() {
    Duration left = Duration.ofNanos(remaining());
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  /** Whether nothing is left. */
  public boolean isOver() {
    return remaining() <= 0;
  }

  /** Whether waiting so long would be too long. */
  public boolean isBefore(Duration wait) {
    return remaining() <= wait.toNanos();
  }

  private long remaining() {
    return end.get() - clock.getAsLong();
  }
}
