package io.windlass.registry;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Records as this process wrote them last and gave them back. Others may have changed them since,
 * which a conditional write finds out: so one is good for a claim, and never for an answer. Only
 * the last used are kept, and none that is long.
 */
final class WrittenRecords {
  private static final int MOST = 1000;

  /** Longest text of a record that is kept, in bytes. */
  private static final int LONGEST = 4096;

  private final SequencedMap<String, Entry<?>> entries = new LinkedHashMap<>(16, 0.75f, true);

  synchronized void keep(String key, Entry<?> written, int length) {
    if (length <= LONGEST && written.claim().isEmpty()) {
      entries.put(key, written);
      if (entries.size() > MOST) {
        entries.pollFirstEntry();
      }
    } else {
      entries.remove(key);
    }
  }

  synchronized void forget(String key) {
    entries.remove(key);
  }

  synchronized <T> Optional<Entry<T>> find(RecordKind<T> kind, String key) {
    return Optional.ofNullable(entries.get(key))
        .map(found -> found.with(kind, kind.type().cast(found.value())));
  }
}
