package io.windlass.cli.keys;

import io.windlass.cli.records.RecordScan;
import io.windlass.cli.serve.BackendEntries;
import io.windlass.config.BackendEntry;
import io.windlass.provision.NeededKey;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.secret.Keyring;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * What needs which of the driver's own keys.
 *
 * @param records number of records of access that were read
 * @param byKey number of keys of access by the name of the key that each needs
 */
public record KeyUse(long records, Map<String, Long> byKey) {
  /** Nothing needs any key. */
  static final KeyUse NONE = new KeyUse(0, Map.of());

  public KeyUse {
    byKey = Map.copyOf(byKey);
  }

  /** Reads all records of those backends that have no keys of their own. */
  static KeyUse of(BackendEntries entries, OpenBackends backends) {
    Set<String> users =
        entries.backends().stream()
            .filter(entry -> !entry.config().hasOwnKeys())
            .map(BackendEntry::name)
            .collect(Collectors.toSet());
    KeyUse all = NONE;
    for (OpenBackend backend : backends.all()) {
      if (users.contains(backend.backend().name())) {
        all = all.and(of(backend.registry(), Long.MAX_VALUE));
      }
    }
    return all;
  }

  /**
   * Reads records of one backend.
   *
   * @param most number of them after which it stops
   */
  public static KeyUse of(Registry registry, long most) {
    AtomicLong records = new AtomicLong();
    Map<String, Long> byKey = new TreeMap<>();
    RecordScan.all(registry, RecordKind.GRANTS)
        .limit(most)
        .peek(_ -> records.incrementAndGet())
        .flatMap(entry -> entry.value().keys().stream())
        .forEach(key -> NeededKey.of(key).ifPresent(name -> byKey.merge(name, 1L, Long::sum)));
    return new KeyUse(records.get(), byKey);
  }

  private KeyUse and(KeyUse other) {
    Map<String, Long> sums = new TreeMap<>(byKey);
    other.byKey.forEach((key, count) -> sums.merge(key, count, Long::sum));
    return new KeyUse(records + other.records, sums);
  }

  long accesses(String key) {
    return byKey.getOrDefault(key, 0L);
  }

  /** Returns the names of keys that are needed and not there. */
  public Set<String> missing(Keyring ring) {
    Set<String> missing = new TreeSet<>(byKey.keySet());
    missing.removeAll(ring.names());
    return missing;
  }
}
