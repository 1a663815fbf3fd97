package io.windlass.store;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** One line of a listing: an object, or a group of keys that share a prefix. */
public sealed interface ListedEntry {

  /** The key, or the common prefix including its delimiter: what the listing is sorted by. */
  String key();

  /**
   * An object.
   *
   * @param metadata user metadata where the backend lists it; empty: ask with a head
   */
  record Listed(
      String key,
      long size,
      Revision revision,
      Instant lastModified,
      Optional<Map<String, String>> metadata)
      implements ListedEntry {}

  /** Keys grouped by the delimiter. */
  record Prefix(String key) implements ListedEntry {}
}
