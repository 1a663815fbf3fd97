package io.windlass.fs;

import java.util.Optional;

/**
 * What a path of the bucket leads to: a directory, an object, both, or nothing.
 *
 * @param marker what marks the directory, {@link ObjectStat#UNMARKED} if nothing does; empty if
 *     that is not known, or if there is no directory
 * @param asked when that was found out, by System.nanoTime
 */
record Entry(
    boolean directory, Optional<ObjectStat> marker, Optional<ObjectStat> file, long asked) {
  static Entry nothing(long asked) {
    return new Entry(false, Optional.empty(), Optional.empty(), asked);
  }

  /** With another object, or none. */
  Entry withFile(Optional<ObjectStat> other, long now) {
    return new Entry(directory, marker, other, now);
  }

  /** With a directory. */
  Entry withDirectory(Optional<ObjectStat> marked, long now) {
    return new Entry(true, marked, file, now);
  }

  /** Without a directory. */
  Entry withoutDirectory(long now) {
    return new Entry(false, Optional.empty(), file, now);
  }

  boolean isNothing() {
    return !directory && file.isEmpty();
  }
}
