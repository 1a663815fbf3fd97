package io.windlass.store;

import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Entry of a listing: an object, or a group of keys that share a prefix. */
public sealed interface ListedEntry {

  /** Returns the key, or the common prefix including its delimiter; listings are sorted by it. */
  String key();

  /**
   * An object.
   *
   * @param metadata user metadata where the backend lists it; empty: only a head returns it
   * @param properties properties where the backend lists them, as far as it does; empty: only a
   *     head returns them
   */
  record Listed(
      String key,
      long size,
      Revision revision,
      Instant lastModified,
      Optional<Map<String, String>> metadata,
      Optional<ObjectProperties> properties)
      implements ListedEntry {}

  /** A group of keys up to the delimiter. */
  record Prefix(String key) implements ListedEntry {}
}
