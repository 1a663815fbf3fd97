package io.windlass.registry;

import io.windlass.store.DriverException;
import java.time.Duration;

/**
 * A record that this process has claimed, and is changing what it describes. Not for use by two
 * threads at once. If the process dies, the claim stays and says what was intended; this process'
 * successor takes it over at once, others after {@link ClaimTimes#lease}.
 */
public final class Lease<T> {
  private final Registry registry;
  private Entry<T> entry;
  private long renewedAt;

  Lease(Registry registry, Entry<T> entry, long claimedAt) {
    this.registry = registry;
    this.entry = entry;
    this.renewedAt = claimedAt;
  }

  /** The record as it was last written. */
  public T value() {
    return entry.value();
  }

  /**
   * To be called before every step that changes something on the server: makes sure that the step
   * ends before anybody else can take the claim over, and renews the claim when time runs short.
   *
   * @throws DriverException.Aborted when somebody else has taken over
   */
  public void step() {
    ClaimTimes times = registry.times();
    if (registry.elapsed(renewedAt).compareTo(times.renewAfter()) > 0) {
      record(entry.value());
    }
    if (registry.elapsed(renewedAt).compareTo(times.lastStep()) > 0) {
      throw new DriverException.Aborted(
          "%s %s took longer than its claim lasts: call again"
              .formatted(entry.kind().folder(), entry.id()));
    }
  }

  /** Writes what has been reached so far, and keeps the claim. */
  public void record(T value) {
    long now = registry.now();
    entry = registry.write(entry, value, true);
    renewedAt = now;
  }

  /** Writes the result and gives the claim back. */
  public Entry<T> complete(T value) {
    entry = registry.write(entry, value, false);
    return entry;
  }

  /** Removes the record: what it described is gone. */
  public void remove() {
    registry.remove(entry);
  }

  /** How long ago the claim was taken or renewed. */
  Duration age() {
    return registry.elapsed(renewedAt);
  }
}
