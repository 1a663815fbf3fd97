package io.windlass.fuse.message;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Changes that SETATTR asks for. An empty field stays as it is.
 *
 * @param mode permissions and file type
 * @param size length in bytes to which the file is truncated or extended
 * @param changed new ctime; the kernel sends it only if it keeps times itself
 * @param dropSetId whether to drop the set-user-ID and set-group-ID bits
 */
public record AttributeChanges(
    OptionalInt mode,
    OptionalInt uid,
    OptionalInt gid,
    OptionalLong size,
    Optional<SetTime> accessed,
    Optional<SetTime> modified,
    Optional<Instant> changed,
    boolean dropSetId) {}
