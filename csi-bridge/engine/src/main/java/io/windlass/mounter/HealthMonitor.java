package io.windlass.mounter;

import io.windlass.fs.write.WriteException;
import io.windlass.store.DriverException;
import io.windlass.store.Errno;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What goes wrong between a volume and its server, or the local disk that files are written to. It
 * is over when something of its kind succeeds, and is not told any more when it is old: then nobody
 * has tried since.
 */
final class HealthMonitor {
  /** Longer than anything that is tried again waits. */
  private static final Duration BELIEVED = Duration.ofMinutes(5);

  /** Nobody waits for what these find, and a key for a folder may not ask. */
  private static final Set<StoreCall> TIDYING =
      Set.of(StoreCall.LIST_UPLOADS, StoreCall.UPLOADS_OF_KEY);

  /** Reading may go well while writing does not. */
  private enum Part {
    READING,
    WRITING,
    STAGING
  }

  private record Problem(String what, long at) {}

  private final LongSupplier nanos;
  private final Map<Part, Problem> met = new ConcurrentHashMap<>();

  HealthMonitor() {
    this(System::nanoTime);
  }

  /** {@code nanos} tell the time, like {@link System#nanoTime}. */
  HealthMonitor(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The last that is not over, as a sentence for people. */
  Optional<String> last() {
    return met.values().stream()
        .filter(problem -> nanos.getAsLong() - problem.at < BELIEVED.toNanos())
        .max(Comparator.comparingLong(Problem::at))
        .map(Problem::what);
  }

  /** The same store, whose calls are watched. */
  ObjectStore watched(ObjectStore store) {
    return new InterceptedStore(store, this::watched);
  }

  private <T> T watched(StoreCall call, Supplier<T> next) {
    if (TIDYING.contains(call)) {
      return next.get();
    }
    Part part = call.isChange() ? Part.WRITING : Part.READING;
    try {
      T answer = next.get();
      met.remove(part);
      return answer;
    } catch (DriverException e) {
      failed(part, e);
      throw e;
    }
  }

  private void failed(Part part, DriverException failure) {
    switch (failure) {
      case DriverException.Unauthenticated _,
          DriverException.PermissionDenied _,
          DriverException.QuotaExceeded _,
          DriverException.Unavailable _,
          DriverException.Unexpected _,
          DriverException.NoSuchBucket _ ->
          note(part, failure.getMessage());
      case DriverException.NotFound _,
          DriverException.PreconditionFailed _,
          DriverException.AlreadyExists _ ->
          met.remove(part);
      case DriverException.InvalidArgument _,
          DriverException.NotEmpty _,
          DriverException.InUse _,
          DriverException.FailedPrecondition _,
          DriverException.OutOfRange _,
          DriverException.Aborted _,
          DriverException.Unsupported _ -> {}
    }
  }

  private void note(Part part, String what) {
    met.put(part, new Problem(what, nanos.getAsLong()));
  }

  /** Something was written to local disk. */
  void staged() {
    met.remove(Part.STAGING);
  }

  /** A request failed; if that was for want of local disk, it is noted. */
  void failed(Throwable failure) {
    if (failure.getCause() instanceof WriteException e
        && (e.errno() == Errno.ENOSPC || e.errno() == Errno.EIO)) {
      note(Part.STAGING, String.valueOf(e.getMessage()));
    }
  }
}
