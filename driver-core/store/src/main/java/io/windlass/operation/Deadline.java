package io.windlass.operation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Deadline of an operation that waits for the server. All requests of the operation share one
 * deadline: each may take the time that is left.
 *
 * <p>It is bound to the thread that carries out the operation, where stores look for it. {@link
 * #carried} binds it to other threads that work for the operation.
 */
public final class Deadline {
  /** Time limit of an operation without progress, unless the operation sets another one. */
  public static final Duration USUAL = Duration.ofSeconds(10);

  /** Time given to a request that begins when nothing is left, so that it fails by itself. */
  private static final Duration LEAST = Duration.ofMillis(1);

  private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();

  /** Deadline of those who wait for their turn after this thread. */
  private static final ScopedValue<Deadline> NEXT = ScopedValue.newInstance();

  /** Clock of threads without a deadline. */
  private static final ScopedValue<LongSupplier> CLOCK = ScopedValue.newInstance();

  private final LongSupplier clock;
  private final long limit;
  private final AtomicLong end = new AtomicLong();

  /** Requests under way that have time of their own. */
  private final Collection<Allowed> allowed = new ConcurrentLinkedQueue<>();

  /** Request under way, and the end of its time. */
  private final class Allowed {
    private final long end;

    Allowed(long left) {
      this.end = clock.getAsLong() + left;
      allowed.add(this);
    }

    void end() {
      allowed.remove(this);
    }
  }

  private Deadline(Duration limit, LongSupplier clock) {
    this.clock = clock;
    this.limit = limit.toNanos();
    renew();
  }

  /**
   * Returns a deadline that ends after {@code limit} from now by this thread's {@linkplain #clock
   * clock}, unless it is renewed.
   */
  public static Deadline after(Duration limit) {
    return after(limit, clock());
  }

  /** Returns a deadline that ends after {@code limit}, by a clock that counts nanoseconds. */
  public static Deadline after(Duration limit, LongSupplier clock) {
    return new Deadline(limit, clock);
  }

  /**
   * Returns a deadline for a part of the operation of this thread, by the same clock: it ends after
   * {@code most}, or with the operation.
   */
  public static Deadline within(Duration most) {
    return within(most, Duration.ZERO);
  }

  /** Returns a deadline that ends {@code more} later than {@link #within(Duration)}. */
  public static Deadline within(Duration most, Duration more) {
    return after(leftOf(most).plus(more), clock());
  }

  /**
   * Returns the clock that counts nanoseconds for the operation of this thread: that of its
   * deadline or else what it {@linkplain #counting counts by}; real time if it has neither. Waits
   * for the server are limited by it. It never runs faster than real time, and stands still while
   * this process cannot run, so who has waited for some time looks at it again.
   */
  public static LongSupplier clock() {
    return current()
        .map(of -> of.clock)
        .orElseGet(() -> CLOCK.isBound() ? CLOCK.get() : System::nanoTime);
  }

  /** Runs work on this thread, whose deadlines count by this clock. */
  public static void counting(LongSupplier clock, Runnable work) {
    ScopedValue.where(CLOCK, clock).run(work);
  }

  /** Returns the deadline of the operation that this thread works for, if it has one. */
  public static Optional<Deadline> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Runs work on this thread under this deadline. */
  public <T> T limit(Supplier<T> work) {
    return ScopedValue.where(CURRENT, this).call(work::get);
  }

  /**
   * Wraps work for another thread, so that it runs under the deadline, and by the clock, of this
   * thread's operation.
   */
  public static Runnable carried(Runnable work) {
    return current()
        .<Runnable>map(deadline -> () -> ScopedValue.where(CURRENT, deadline).run(work))
        .orElseGet(() -> {
          LongSupplier clock = clock();
          return () -> counting(clock, work);
        });
  }

  /**
   * Runs work on this thread for which others wait, until it is their turn. They have this deadline
   * in common, which {@linkplain #allowing allows} them as much time as the work needs.
   */
  public <T> T ahead(Supplier<T> work) {
    return ScopedValue.where(NEXT, this).call(work::get);
  }

  /**
   * Runs a request that may take more time than the operation of this thread has left, because of
   * the bytes that the server takes or copies. The operation is not over meanwhile, so others wait
   * for it. After the request it has as much time left as before.
   *
   * @param more time for the bytes; zero: a request like any other
   */
  public static <T, X extends Throwable> T allowing(
      Duration more, ScopedValue.CallableOp<? extends T, X> request) throws X {
    List<Deadline> waiting =
        Stream.of(CURRENT, NEXT).filter(ScopedValue::isBound).map(ScopedValue::get).toList();
    if (!more.isPositive() || waiting.isEmpty()) {
      return request.call();
    }
    long left = CURRENT.isBound() ? CURRENT.get().next() : NEXT.get().limit;
    List<Allowed> allowed =
        waiting.stream().map(each -> each.new Allowed(left + more.toNanos())).toList();
    try {
      T answer = request.call();
      current().ifPresent(mine -> mine.extendTo(mine.clock.getAsLong() + left));
      return answer;
    } finally {
      allowed.forEach(Allowed::end);
    }
  }

  /**
   * Notes that the operation of this thread has made progress, by one step of many: its deadline is
   * renewed. Only for steps whose number grows with the amount of work.
   */
  public static void progress() {
    current().ifPresent(Deadline::renew);
  }

  /**
   * Returns what is left for the operation of this thread, {@code most} at most; {@code most} if it
   * has no deadline.
   */
  public static Duration leftOf(Duration most) {
    return current().map(Deadline::left).filter(left -> left.compareTo(most) < 0).orElse(most);
  }

  /**
   * Returns how long the operation of this thread may go on waiting for other operations, {@code
   * most} at most; zero if both its time and theirs are over. While the others make progress, its
   * deadline is extended to theirs.
   */
  public static Duration leftFor(Optional<Deadline> others, Duration most) {
    Optional<Deadline> mine = current();
    mine.ifPresent(waiting -> others.ifPresent(waiting::extendTo));
    return mine.filter(Deadline::isOver).isPresent() ? Duration.ZERO : leftOf(most);
  }

  /** Renews the deadline: the operation has its whole time limit again from now. */
  public void renew() {
    end.set(clock.getAsLong() + limit);
  }

  /**
   * Extends this deadline so that it ends no earlier than another. Of the time that the other's
   * requests are allowed it takes no more than a time limit at once: they may need less.
   */
  private void extendTo(Deadline other) {
    extendTo(clock.getAsLong() + other.next());
  }

  private void extendTo(long later) {
    end.accumulateAndGet(later, Deadline::later);
  }

  private static long later(long one, long other) {
    return other - one > 0 ? other : one;
  }

  /**
   * Returns the time that is left for a request, at least one millisecond. If only time of other
   * requests of the operation is left, the request has no more than the time limit of it.
   */
  public Duration left() {
    Duration left = Duration.ofNanos(next());
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  private long next() {
    return Math.max(end.get() - clock.getAsLong(), Math.min(limit, remaining()));
  }

  /** Returns whether no time is left. */
  public boolean isOver() {
    return remaining() <= 0;
  }

  /** Returns whether the deadline ends before, or just when, a wait of this length would end. */
  public boolean isBefore(Duration wait) {
    return remaining() <= wait.toNanos();
  }

  private long remaining() {
    long last = end.get();
    for (Allowed request : allowed) {
      last = later(last, request.end);
    }
    return last - clock.getAsLong();
  }
}
