package io.windlass.fs;

import java.util.Optional;

/**
 * What a path of the bucket leads to: a directory, an object, both, or nothing.
 *
 * @param asked when that was found out, by System.nanoTime
 */
record Entry(boolean directory, Optional<Facts> file, long asked) {
  boolean isNothing() {
    return !directory && file.isEmpty();
  }
}
