package io.windlass.fs.journal;

import io.windlass.object.Revision;
import java.time.Instant;
import java.util.Map;

/**
 * Version of the object that a staged file is based on.
 *
 * @param key of the object
 * @param revision that the object must still have when it is replaced
 * @param size in bytes
 * @param modified when it was changed last
 * @param metadata of the user, names in lower case
 */
public record BaseObject(
    String key, Revision revision, long size, Instant modified, Map<String, String> metadata) {

  public BaseObject {
    metadata = Map.copyOf(metadata);
  }
}
