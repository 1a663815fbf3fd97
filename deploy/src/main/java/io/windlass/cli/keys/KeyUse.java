package io.windlass.cli.keys;

import io.windlass.cli.records.RecordScan;
import io.windlass.cli.serve.BackendEntries;
import io.windlass.config.BackendEntry;
import io.windlass.provision.NeededKey;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.grant.AccountId;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.secret.Keyring;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What needs which of the driver's own keys.
 *
 * @param records number of records of access that were read
 * @param byKey ids of accesses by the name of the key that they need; one that has several keys of
 *     which each needs it is there as often
 */
public record KeyUse(long records, Map<String, List<String>> byKey) {
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
        all = all.and(of(backend.backend().name(), backend.registry(), Long.MAX_VALUE));
      }
    }
    return all;
  }

  /**
   * Reads records of one backend.
   *
   * @param most number of them after which it stops
   */
  public static KeyUse of(String backend, Registry registry, long most) {
    AtomicLong records = new AtomicLong();
    Map<String, List<String>> byKey = new TreeMap<>();
    RecordScan.all(registry, RecordKind.GRANTS)
        .limit(most)
        .peek(_ -> records.incrementAndGet())
        .forEach(entry -> {
          String id = new AccountId(backend, entry.id()).toString();
          for (KeyRecord key : entry.value().keys()) {
            NeededKey.of(key)
                .ifPresent(name -> byKey.computeIfAbsent(name, _ -> new ArrayList<>()).add(id));
          }
        });
    return new KeyUse(records.get(), byKey);
  }

  private KeyUse and(KeyUse other) {
    Map<String, List<String>> both = new TreeMap<>(byKey);
    other.byKey.forEach((key, ids) ->
        both.merge(key, ids, (one, more) -> Stream.of(one, more).flatMap(List::stream).toList()));
    return new KeyUse(records + other.records, both);
  }

  /** Returns how many keys of access need this key. */
  int keys(String key) {
    return byKey.getOrDefault(key, List.of()).size();
  }

  /** Returns the ids of the accesses that need this key, in order. */
  List<String> accesses(String key) {
    return byKey.getOrDefault(key, List.of()).stream().distinct().sorted().toList();
  }

  /** Returns the names of keys that are needed and not there. */
  public Set<String> missing(Keyring ring) {
    Set<String> missing = new TreeSet<>(byKey.keySet());
    missing.removeAll(ring.names());
    return missing;
  }
}
