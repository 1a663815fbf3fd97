package io.windlass.store;

import java.util.Map;
import java.util.Optional;

/**
 * Options of a copy.
 *
 * @param condition what must hold for the destination
 * @param metadata the user metadata of the copy; empty: that of the source
 */
public record CopyOptions(Condition condition, Optional<Map<String, String>> metadata) {
  public CopyOptions {
    metadata = metadata.map(Map::copyOf);
  }

  /** Copies without a condition, and keeps the metadata of the source. */
  public static final CopyOptions DEFAULT = new CopyOptions(Condition.always(), Optional.empty());
}
