package io.windlass.fs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What chmod(2), chown(2), truncate(2) and utimensat(2) change; what is empty stays.
 *
 * @param mode permissions; the file type in it does not count
 * @param size new length in bytes
 * @param accessed the time that stat(2) shows as st_atime
 * @param modified the time that stat(2) shows as st_mtime
 */
public record Changes(
    OptionalInt mode,
    OptionalInt uid,
    OptionalInt gid,
    OptionalLong size,
    Optional<Instant> accessed,
    Optional<Instant> modified) {
  /** Whether it changes more than the length. */
  public boolean describes() {
    return mode.isPresent()
        || uid.isPresent()
        || gid.isPresent()
        || accessed.isPresent()
        || modified.isPresent();
  }
}
