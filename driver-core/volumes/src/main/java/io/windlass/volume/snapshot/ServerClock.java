package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.store.Content;
import io.windlass.store.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.PutOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock by which a server stamps objects, in the unit in which it tells: what it says of an
 * object that was just written. An answer's date would be in whole seconds.
 */
final class ServerClock {
  private static final String KEY = "snapshot-data/clock";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Between two looks at the clock, when it says that what is awaited has come already. */
  private static final Duration PAUSE = Duration.ofMillis(5);

  /** A clock that jumps is looked at in between. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** For so many calls, one after the other, no other process needs what it wrote. */
  private static final int STALE_CALLS = 30;

  private final LeasedOperation operation;
  private final ObjectStore objects;
  private final Duration stale;

  ServerClock(LeasedOperation operation) {
    this.operation = operation;
    this.objects = operation.objects(operation.configured().registryBucket());
    this.stale = operation.backend().timing().longestCall().multipliedBy(STALE_CALLS);
  }

  /** The time now. Whatever was acknowledged before this call is stamped with no later one. */
  Instant read() {
    Optional<String> version =
        objects.put(KEY, Content.of(new byte[0]), PutOptions.DEFAULT).version();
    return version.isPresent() ? stampOf(version.get()) : stamp();
  }

  private Instant stamp() {
    return objects.list(ListOptions.prefix(KEY).withLimit(1), Optional.empty()).items().stream()
        .filter(ListedEntry.Listed.class::isInstance)
        .map(entry -> ((ListedEntry.Listed) entry).lastModified())
        .findFirst()
        .orElseThrow(ServerClock::notListed);
  }

  /** Leaves nothing behind where the bucket keeps versions, not even what dead processes wrote. */
  private Instant stampOf(String version) {
    ObjectVersions versions = objects.versions().orElseThrow(ServerClock::notListed);
    var listed = versions.list(KEY, Optional.empty()).items();
    Instant stamp =
        listed.stream()
            .filter(found -> found.version().equals(version))
            .map(ListedVersion::lastModified)
            .findFirst()
            .orElseThrow(ServerClock::notListed);
    for (ListedVersion found : listed) {
      if (found.version().equals(version) || found.lastModified().isBefore(stamp.minus(stale))) {
        versions.delete(KEY, found.version());
      }
    }
    return stamp;
  }

  private static DriverException notListed() {
    return new DriverException.Unavailable("an object that was just written is not listed", null);
  }

  /**
   * Waits until nothing is stamped {@code instant}, or earlier, any more.
   *
   * @return the time then, as {@link #read} gives it
   */
  Instant awaitPast(Instant instant) {
    Budget budget = Budget.of(PATIENCE);
    while (true) {
      operation.step();
      Instant now = read();
      if (now.isAfter(instant)) {
        return now;
      }
      if (budget.isSpent()) {
        throw new DriverException.Unavailable(
            "the server's clock says %s, and does not get past %s".formatted(now, instant), null);
      }
      LockSupport.parkNanos(until(instant, now).toNanos());
    }
  }

  /** What is left by the server's clock: looking costs it three requests. */
  private static Duration until(Instant instant, Instant now) {
    Duration left = Duration.between(now, instant).plus(PAUSE);
    return left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE;
  }
}
