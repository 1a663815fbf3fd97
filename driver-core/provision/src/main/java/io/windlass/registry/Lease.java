package io.windlass.registry;

import io.windlass.error.DriverException;

/**
 * Claim of this process on a record, held while the process changes what the record describes. Not
 * for use by two threads at once. If the process dies, the claim stays, and the record says what
 * was intended. The successor of this process takes the claim over at once, other processes after
 * {@link ClaimTimes#lease}.
 */
public final class Lease<T> {
  private final Registry registry;
  private Entry<T> entry;
  private T value;
  private long renewedAt;

  Lease(Registry registry, Entry<T> entry, long claimedAt) {
    this.registry = registry;
    this.entry = entry;
    this.value = entry.value();
    this.renewedAt = claimedAt;
  }

  /** Returns the record with all changes, also those that are not written yet. */
  public T value() {
    return value;
  }

  /** Returns the record as it was last written. */
  public T written() {
    return entry.value();
  }

  /** Changes the record. The change is written when the claim is renewed or given back. */
  public void change(T next) {
    value = next;
  }

  /**
   * Makes sure that the next step ends before another process can take the claim over, and renews
   * the claim when time runs short. To be called before every step that changes something on the
   * server.
   *
   * @throws DriverException.Aborted when another process has taken the claim over, or renewing it
   *     took too long
   */
  public void step() {
    ClaimTimes times = registry.times();
    if (registry.elapsed(renewedAt).compareTo(times.renewAfter()) > 0) {
      record(value);
    }
    if (registry.elapsed(renewedAt).compareTo(times.lastStep()) > 0) {
      throw new DriverException.Aborted(
          "%s %s took longer than its claim lasts: call again"
              .formatted(entry.kind().folder(), entry.id()));
    }
  }

  /** Writes what has been reached so far, and keeps the claim. */
  public void record(T next) {
    long now = registry.now();
    entry = registry.write(entry, next, true);
    value = next;
    renewedAt = now;
  }

  /** Writes the result and gives the claim back. */
  public Entry<T> complete(T next) {
    entry = registry.write(entry, next, false);
    value = next;
    return entry;
  }

  /** Removes the record, because what it described is gone. */
  public void remove() {
    registry.remove(entry);
  }
}
