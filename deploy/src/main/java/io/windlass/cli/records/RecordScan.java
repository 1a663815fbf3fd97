package io.windlass.cli.records;

import io.windlass.registry.Entry;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** Reads all records of a kind. */
public final class RecordScan {
  /** Records that are read at the same time. */
  static final int AT_ONCE = 16;

  private RecordScan() {}

  /** Returns the ids of all records, in the order in which they are stored. */
  public static List<String> ids(Registry registry, RecordKind<?> kind) {
    List<String> ids = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = registry.ids(kind, token);
      ids.addAll(page.items());
      token = page.next();
    } while (token.isPresent());
    return ids;
  }

  /**
   * Returns all records; one that is removed meanwhile is left out.
   *
   * @throws io.windlass.error.DriverException.Unexpected when one cannot be read
   */
  public static <T> Stream<Entry<T>> all(Registry registry, RecordKind<T> kind) {
    return ids(registry, kind).stream()
        .gather(Gatherers.mapConcurrent(AT_ONCE, id -> registry.find(kind, id)))
        .flatMap(Optional::stream);
  }
}
