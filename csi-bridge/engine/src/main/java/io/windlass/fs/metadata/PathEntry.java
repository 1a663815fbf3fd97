package io.windlass.fs.metadata;

import io.windlass.fs.attribute.ObjectStat;
import java.util.Optional;

/**
 * What a path of the bucket leads to: a directory, an object, both, or nothing.
 *
 * @param marker what marks the directory, {@link ObjectStat#UNMARKED} if nothing does; empty if
 *     that is not known, or if there is no directory
 * @param asked when that was found out, by System.nanoTime
 */
public record PathEntry(
    boolean directory, Optional<ObjectStat> marker, Optional<ObjectStat> file, long asked) {
  static PathEntry nothing(long asked) {
    return new PathEntry(false, Optional.empty(), Optional.empty(), asked);
  }

  /** With another object, or none. */
  PathEntry withFile(Optional<ObjectStat> other, long now) {
    return new PathEntry(directory, marker, other, now);
  }

  /** With a directory. */
  PathEntry withDirectory(Optional<ObjectStat> marked, long now) {
    return new PathEntry(true, marked, file, now);
  }

  /** Without a directory. */
  PathEntry withoutDirectory(long now) {
    return new PathEntry(false, Optional.empty(), file, now);
  }

  public boolean isNothing() {
    return !directory && file.isEmpty();
  }
}
