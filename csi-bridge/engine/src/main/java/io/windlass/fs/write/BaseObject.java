package io.windlass.fs.write;

import io.windlass.store.Revision;
import java.time.Instant;
import java.util.Map;

/**
 * The version of an object that a staged file was made from.
 *
 * @param key where it is
 * @param revision what it must still have when it is replaced
 * @param size in bytes
 * @param modified when it was changed last
 * @param metadata the user's, names in lower case
 */
public record BaseObject(
    String key, Revision revision, long size, Instant modified, Map<String, String> metadata) {

  public BaseObject {
    metadata = Map.copyOf(metadata);
  }
}
