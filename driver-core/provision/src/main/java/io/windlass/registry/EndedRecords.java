package io.windlass.registry;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import java.time.Duration;
import java.util.Optional;

/**
 * Removes what is left of records whose end was written. Its deletes have no condition: so each is
 * claimed first, as a record is, and whoever wants to write a record there waits.
 */
final class EndedRecords {
  /**
   * Age from which they are removed. Until then, a write on condition that there is no record,
   * which was sent before the end and comes late, is refused.
   */
  static final Duration KEPT = Duration.ofHours(1);

  /** Most bytes of what is left of a record. What is longer need not be read. */
  private static final int LONGEST = 2048;

  private final Registry registry;
  private final RegistryBucket bucket;
  private final Duration kept;

  /**
   * Creates the removal; nothing is sent.
   *
   * @param kept age from which they are removed; see {@link #KEPT}
   */
  EndedRecords(Registry registry, RegistryBucket bucket, Duration kept) {
    this.registry = registry;
    this.bucket = bucket;
    this.kept = kept;
  }

  /** Removes all that are old. */
  void remove() {
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page;
      try {
        page = bucket.objects().list(ListOptions.prefix(""), token);
      } catch (DriverException.NoSuchBucket e) {
        return;
      }
      for (ListedEntry entry : page.items()) {
        if (entry instanceof ListedEntry.Listed object && mayBeLeft(object)) {
          remove(object.key());
        }
      }
      token = page.next();
    } while (token.isPresent());
  }

  /**
   * Returns whether it may be what is left of a record; other things have no folder, or a deep one.
   */
  private static boolean mayBeLeft(ListedEntry.Listed object) {
    return object.size() <= LONGEST && object.key().split("/", -1).length == 2;
  }

  private void remove(String key) {
    Optional<Registry.Stored> old = old(key);
    if (old.isEmpty()) {
      return;
    }
    long claimed = registry.now();
    try {
      ObjectInfo _ = registry.putEnded(key, old.get().info().revision(), true);
    } catch (DriverException.PreconditionFailed | DriverException.NotFound e) {
      return; // a record was written there, or another driver removes it
    }
    // Later, others may write a record there. Then it is removed when it is old again.
    if (registry.elapsed(claimed).compareTo(registry.times().lastStep()) <= 0) {
      bucket.objects().delete(key, Condition.always());
    }
  }

  private Optional<Registry.Stored> old(String key) {
    try {
      return registry
          .stored(key)
          .filter(stored -> stored.envelope().isEnded() && !stored.isClaimed())
          .filter(stored -> stored.age().compareTo(kept) >= 0);
    } catch (DriverException.Unexpected e) {
      return Optional.empty(); // it is no record
    }
  }
}
