package io.windlass.operation;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The span of the operation that runs on a thread. Without traces there is none. Other threads do
 * not inherit it: {@link #carried} passes it to them.
 */
public final class CurrentSpan {
  private static final ScopedValue<Span> CURRENT = ScopedValue.newInstance();

  private CurrentSpan() {}

  /** Returns the span of this thread's operation. */
  public static Optional<Span> get() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Runs work as a part of the operation of a span. */
  public static void during(Optional<Span> span, Runnable work) {
    if (span.isPresent()) {
      ScopedValue.where(CURRENT, span.get()).run(work);
    } else {
      work.run();
    }
  }

  /** Wraps work for another thread, so that it is a part of this thread's operation there, too. */
  public static <T> Callable<T> carried(Callable<T> work) {
    return get()
        .<Callable<T>>map(span -> () -> ScopedValue.where(CURRENT, span).call(work::call))
        .orElse(work);
  }
}
