package io.windlass.store;

import java.util.Optional;

/** An object, or one version of it, to be deleted. */
public record ObjectId(String key, Optional<String> version) {
  /** The object as a plain get finds it. */
  public static ObjectId of(String key) {
    return new ObjectId(key, Optional.empty());
  }

  /** One version of it. */
  public static ObjectId of(String key, String version) {
    return new ObjectId(key, Optional.of(version));
  }
}
