package io.windlass.fs.listing;

import io.windlass.fs.posix.ObjectStat;
import java.util.Optional;

/**
 * What is at a path of the bucket: a directory, an object, both, or nothing.
 *
 * @param marker stat of the directory's marker, {@link ObjectStat#UNMARKED} if it has none; empty
 *     if it is not known, or if there is no directory
 * @param file stat of the object, if there is one
 * @param asked when the store was asked, by System.nanoTime
 */
public record PathEntry(
    boolean directory, Optional<ObjectStat> marker, Optional<ObjectStat> file, long asked) {
  static PathEntry nothing(long asked) {
    return new PathEntry(false, Optional.empty(), Optional.empty(), asked);
  }

  /** Returns this entry with another object, or none. */
  PathEntry withFile(Optional<ObjectStat> other, long now) {
    return new PathEntry(directory, marker, other, now);
  }

  /** Returns this entry with a directory. */
  PathEntry withDirectory(Optional<ObjectStat> marked, long now) {
    return new PathEntry(true, marked, file, now);
  }

  /** Returns this entry without a directory. */
  PathEntry withoutDirectory(long now) {
    return new PathEntry(false, Optional.empty(), file, now);
  }

  public boolean isNothing() {
    return !directory && file.isEmpty();
  }
}
