package io.windlass.fs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Changes by chmod(2), chown(2), truncate(2) and utimensat(2). An empty field stays as it is.
 *
 * @param mode permissions; the file type in it is ignored
 * @param size new length in bytes
 * @param accessed new time for st_atime
 * @param modified new time for st_mtime
 */
public record Changes(
    OptionalInt mode,
    OptionalInt uid,
    OptionalInt gid,
    OptionalLong size,
    Optional<Instant> accessed,
    Optional<Instant> modified) {
  /** Returns whether anything but the length changes. */
  public boolean describes() {
    return mode.isPresent()
        || uid.isPresent()
        || gid.isPresent()
        || accessed.isPresent()
        || modified.isPresent();
  }
}
