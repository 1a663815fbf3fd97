package io.windlass.object;

import java.util.Optional;

/** Object, or one version of it, to be deleted. */
public record ObjectId(String key, Optional<String> version) {
  /** Returns the id of the object that a plain get finds. */
  public static ObjectId of(String key) {
    return new ObjectId(key, Optional.empty());
  }

  /** Returns the id of one version of the object. */
  public static ObjectId of(String key, String version) {
    return new ObjectId(key, Optional.of(version));
  }
}
