package io.windlass.fs.testing;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Store whose requests take a given time by the test's clock. A request with less time left takes
 * all of that time and fails.
 */
public final class SlowServer {
  /** Longer than any caller waits: the server is frozen. */
  public static final Duration FOR_EVER = Duration.ofDays(1);

  private final ObjectStore behind;
  private Consumer<Duration> clock = _ -> {};
  private Duration each = Duration.ZERO;
  private Duration waited = Duration.ZERO;

  /** Creates a server that answers at once until it is {@linkplain #slow slow}. */
  public SlowServer(ObjectStore behind) {
    this.behind = behind;
  }

  /** Returns the store as its callers use it. */
  public ObjectStore store() {
    return new InterceptedStore(behind, this::call);
  }

  /** Has each request from now on take {@code time}, and passes the time to {@code passing}. */
  public synchronized void slow(Duration time, Consumer<Duration> passing) {
    each = time;
    clock = passing;
    waited = Duration.ZERO;
  }

  /** Returns the sum of the times that callers have waited for requests since then. */
  public synchronized Duration waited() {
    return waited;
  }

  private <T> T call(StoreCall call, Supplier<T> next) {
    take(call);
    return next.get();
  }

  private synchronized void take(StoreCall call) {
    if (each.isZero()) {
      return;
    }
    if (isBackground()) {
      throw new DriverException.Unavailable("too slow for the background", null);
    }
    Optional<Deadline> deadline = Deadline.current();
    Duration left =
        deadline.filter(Deadline::isOver).isPresent()
            ? Duration.ZERO
            : deadline.map(Deadline::left).orElse(Deadline.USUAL);
    Duration takes = left.compareTo(each) < 0 ? left : each;
    waited = waited.plus(takes);
    clock.accept(takes);
    if (takes.compareTo(each) < 0) {
      throw new DriverException.Unavailable(
          "no answer to %s in time".formatted(call.operation()), null);
    }
  }

  /**
   * Returns whether this is a background thread: no caller waits for it, and its deadlines are by
   * another clock.
   */
  private static boolean isBackground() {
    return Thread.currentThread().getName().matches("(publish|abort|finish) .*|read ahead");
  }
}
