package io.windlass.cli.keys;

import io.windlass.cli.records.RecordScan;
import io.windlass.provision.NeededKey;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.RecordKind;
import io.windlass.secret.Keyring;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What needs which of the driver's own keys.
 *
 * @param byKey number of keys of access by the name of the key that each needs
 */
record KeyUse(Map<String, Long> byKey) {
  /** Nothing needs any key. */
  static final KeyUse NONE = new KeyUse(Map.of());

  KeyUse {
    byKey = Map.copyOf(byKey);
  }

  /** Reads all records. */
  static KeyUse of(OpenBackends backends) {
    Map<String, Long> byKey = new TreeMap<>();
    for (OpenBackend backend : backends.all()) {
      RecordScan.all(backend.registry(), RecordKind.GRANTS)
          .flatMap(entry -> entry.value().keys().stream())
          .forEach(key -> NeededKey.of(key).ifPresent(name -> byKey.merge(name, 1L, Long::sum)));
    }
    return new KeyUse(byKey);
  }

  long accesses(String key) {
    return byKey.getOrDefault(key, 0L);
  }

  /** Returns the names of keys that are needed and not there. */
  Set<String> missing(Keyring ring) {
    Set<String> missing = new TreeSet<>(byKey.keySet());
    missing.removeAll(ring.names());
    return missing;
  }
}
