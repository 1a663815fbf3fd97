package io.windlass.cosi.sanity.fake;

import io.grpc.Status;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Makes calls for one thing meet each other, and fail at it. */
final class Collisions {
  /** How many calls a check makes, each alone, before those that it makes at once. */
  private static final Map<String, Integer> ALONE =
      Map.of(
          "concurrent/create", 0,
          "concurrent/grant", 1,
          "concurrent/revoke", 2,
          "concurrent/delete", 1,
          "concurrent/create-and-delete", 1,
          "concurrent/many-buckets", 0);

  private static final int ALL = Integer.MAX_VALUE;
  private static final long PATIENCE_MINUTES = 2;

  private final boolean on;
  private final Set<String> inFlight = ConcurrentHashMap.newKeySet();
  private final Semaphore met = new Semaphore(0);
  private final AtomicInteger alone = new AtomicInteger(ALL);

  Collisions(Fault fault) {
    this.on = fault == Fault.COLLIDES || fault == Fault.COLLIDES_ACROSS;
  }

  /** Notes which check comes next. */
  void checking(String check) {
    met.drainPermits();
    alone.set(ALONE.getOrDefault(check, ALL));
  }

  <T> T guard(String key, Supplier<T> call) {
    if (!on) {
      return call.get();
    }
    if (!inFlight.add(key)) {
      met.release();
      throw Status.INTERNAL.withDescription("two calls for " + key).asRuntimeException();
    }
    try {
      // The first of the calls that are made at once waits for one of the others.
      if (alone.getAndDecrement() == 0) {
        met.tryAcquire(PATIENCE_MINUTES, TimeUnit.MINUTES);
      }
      return call.get();
    } catch (InterruptedException e) {
      throw Status.CANCELLED.withCause(e).asRuntimeException();
    } finally {
      inFlight.remove(key);
    }
  }
}
