package io.windlass.fuse;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What SETATTR changes; what is empty stays.
 *
 * @param mode permissions and file type
 * @param size truncates or extends, in bytes
 * @param changed the time of the change, which the kernel sends only where it keeps times itself
 * @param dropSetId drop the set-user-id and set-group-id bits
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
