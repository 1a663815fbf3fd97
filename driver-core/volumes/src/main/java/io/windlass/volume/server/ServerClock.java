package io.windlass.volume.server;

import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.provision.LeasedOperation;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Clock by which a server stamps objects. It is read as the modification time of an object that was
 * just written, because that has the resolution of the stamps; the date of an HTTP response is in
 * whole seconds.
 */
public final class ServerClock {
  private static final String KEY = "snapshot-data/clock";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Shortest pause between two reads of the clock, taken when it shows just the awaited instant.
   */
  private static final Duration PAUSE = Duration.ofMillis(5);

  /** Longest pause between two reads of the clock, because the clock may jump meanwhile. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /**
   * Age from which no process needs its version of the clock object any more, as a multiple of the
   * longest call.
   */
  private static final int STALE_CALLS = 30;

  private final LeasedOperation operation;
  private final ObjectStore objects;
  private final Duration stale;

  public ServerClock(LeasedOperation operation) {
    this.operation = operation;
    this.objects = operation.objects(operation.configured().registryBucket());
    this.stale = operation.backend().timing().longestCall().multipliedBy(STALE_CALLS);
  }

  /**
   * Returns the server's time now. No write that was acknowledged before this call has a later
   * stamp.
   */
  public Instant read() {
    return read(1).getFirst();
  }

  /** Returns this many times of the server, one after another: each as {@link #read()} does. */
  private List<Instant> read(int count) {
    List<String> versions = new ArrayList<>();
    List<Instant> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      objects
          .put(KEY, Content.of(new byte[0]), PutOptions.DEFAULT)
          .version()
          .ifPresentOrElse(versions::add, () -> times.add(stamp()));
    }
    return versions.isEmpty() ? times : stampsOf(versions);
  }

  private Instant stamp() {
    return objects.list(ListOptions.prefix(KEY).withLimit(1), Optional.empty()).items().stream()
        .filter(ListedEntry.Listed.class::isInstance)
        .map(entry -> ((ListedEntry.Listed) entry).lastModified())
        .findFirst()
        .orElseThrow(ServerClock::notListed);
  }

  /**
   * Returns the stamps of versions of the clock object. Deletes these versions, and old ones that
   * processes which died left.
   */
  private List<Instant> stampsOf(List<String> versions) {
    List<ListedVersion> listed =
        objects.versions().orElseThrow(ServerClock::notListed).list(KEY, Optional.empty()).items();
    List<Instant> stamps =
        versions.stream()
            .map(version ->
                listed.stream()
                    .filter(found -> found.version().equals(version))
                    .map(ListedVersion::lastModified)
                    .findFirst()
                    .orElseThrow(ServerClock::notListed))
            .toList();
    Instant old = stamps.getFirst().minus(stale);
    List<ObjectId> useless =
        listed.stream()
            .filter(
                found -> versions.contains(found.version()) || found.lastModified().isBefore(old))
            .map(found -> ObjectId.of(KEY, found.version()))
            .limit(operation.backend().capabilities().maxDeleteBatch())
            .toList();
    objects.deleteAll(useless).stream()
        .findFirst()
        .ifPresent(failure -> {
          throw failure.reason();
        });
    return stamps;
  }

  private static DriverException notListed() {
    return new DriverException.Unavailable(
        "the server does not list an object that was just written", null);
  }

  /**
   * Waits until all further writes get stamps later than {@code instant}.
   *
   * @return the server's time then, as {@link #read} returns it
   */
  Instant awaitPast(Instant instant) {
    Budget budget = Budget.of(PATIENCE, operation);
    while (true) {
      operation.step();
      Instant now = read();
      if (now.isAfter(instant)) {
        return now;
      }
      pause(instant, now, budget);
    }
  }

  /**
   * Waits until some time after {@code instant} has passed, so that all further writes get later
   * stamps than that time.
   *
   * @return that time, as {@link #read()} returned it
   */
  public Instant passedAfter(Instant instant) {
    Budget budget = Budget.of(PATIENCE, operation);
    while (true) {
      operation.step();
      List<Instant> times = read(2);
      Instant time = times.getFirst();
      if (time.isAfter(instant)) {
        if (!times.getLast().isAfter(time)) {
          awaitPast(time);
        }
        return time;
      }
      pause(instant, times.getLast(), budget);
    }
  }

  private static void pause(Instant instant, Instant now, Budget budget) {
    if (budget.isSpent() || Duration.between(now, instant).compareTo(PATIENCE) > 0) {
      throw new DriverException.Unavailable(
          "the server's clock says %s, and has not passed %s: call again after that"
              .formatted(now, instant),
          null);
    }
    LockSupport.parkNanos(until(instant, now).toNanos());
  }

  /**
   * Returns how long to pause before the next read: the time that is left by the server's clock,
   * because each read costs several requests.
   */
  private static Duration until(Instant instant, Instant now) {
    Duration left = Duration.between(now, instant).plus(PAUSE);
    return left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE;
  }
}
