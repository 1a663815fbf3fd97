package io.windlass.cosi.sanity.fake;

import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes calls for one thing meet each other, and fail at it. */
final class Collisions {
  /** A call that meets no other goes on after this. */
  private static final long PATIENCE_MILLIS = 200;

  private final boolean on;
  private final Set<String> inFlight = ConcurrentHashMap.newKeySet();
  private final Semaphore met = new Semaphore(0);

  Collisions(Fault fault) {
    this.on = fault == Fault.COLLIDES || fault == Fault.COLLIDES_ACROSS;
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
      met.drainPermits();
      met.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      return call.get();
    } catch (InterruptedException e) {
      throw Status.CANCELLED.withCause(e).asRuntimeException();
    } finally {
      inFlight.remove(key);
    }
  }
}
