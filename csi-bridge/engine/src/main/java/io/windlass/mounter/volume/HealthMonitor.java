package io.windlass.mounter.volume;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.WriteException;
import io.windlass.linux.Errno;
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
 * Records problems between a volume and its server, or with the local disk to which files are
 * written. A problem ends when an operation of its kind succeeds. An old problem is no longer
 * reported: no operation of its kind was tried since.
 */
final class HealthMonitor {
  /** Time for which a problem is reported: longer than the pause before anything is tried again. */
  private static final Duration BELIEVED = Duration.ofMinutes(5);

  /**
   * Calls that are not watched, because a credential may not be allowed to make them, as its
   * administrator chose: one for a prefix may not list uploads, and a volume may give up the
   * properties of objects that it may not read.
   */
  private static final Set<StoreCall> UNWATCHED =
      Set.of(StoreCall.LIST_UPLOADS, StoreCall.UPLOADS_OF_KEY, StoreCall.PROPERTIES);

  /** Kind of operation. Reading may succeed while writing fails. */
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

  /** Creates a monitor whose clock is {@code nanos}, in the manner of {@link System#nanoTime}. */
  HealthMonitor(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns the latest problem that has not ended, as a sentence for people. */
  Optional<String> last() {
    return met.values().stream()
        .filter(problem -> nanos.getAsLong() - problem.at < BELIEVED.toNanos())
        .max(Comparator.comparingLong(Problem::at))
        .map(Problem::what);
  }

  /** Wraps a store so that its calls are watched. */
  ObjectStore watched(ObjectStore store) {
    return new InterceptedStore(store, this::watched);
  }

  private <T> T watched(StoreCall call, Supplier<T> next) {
    if (UNWATCHED.contains(call)) {
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
    switch (failure.kind().health()) {
      case WELL -> met.remove(part);
      case TROUBLE -> note(part, failure.getMessage());
      case UNKNOWN -> {}
    }
  }

  private void note(Part part, String what) {
    met.put(part, new Problem(what, nanos.getAsLong()));
  }

  /** Records that a write to local disk succeeded. */
  void staged() {
    met.remove(Part.STAGING);
  }

  /** Records the problem if a request failed because local disk was full or broken. */
  void failed(Throwable failure) {
    if (failure.getCause() instanceof WriteException e
        && (e.isOfDisk() || e.errno() == Errno.EIO)) {
      note(Part.STAGING, String.valueOf(e.getMessage()));
    }
  }
}
