package io.windlass.store;

import java.util.Map;
import java.util.Optional;

/**
 * How to copy an object.
 *
 * @param condition what must be true of the destination
 * @param metadata the copy's user metadata; empty: that of the source
 */
public record CopyOptions(Condition condition, Optional<Map<String, String>> metadata) {
  public CopyOptions {
    metadata = metadata.map(Map::copyOf);
  }

  /** No condition, the metadata of the source. */
  public static final CopyOptions DEFAULT = new CopyOptions(Condition.always(), Optional.empty());
}
