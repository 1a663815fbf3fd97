package io.windlass.volume.snapshot;

import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot as callers see it.
 *
 * @param volume the id of the volume it is of, which may be gone
 * @param at the instant of the server's clock that it shows
 * @param bytes the least that a volume made from it must be able to hold: what its volume could,
 *     and no less than its files hold together; 0 while neither is known
 * @param ready whether volumes can be made from it
 * @param group the group that it was taken in, and goes with
 */
public record Snapshot(
    SnapshotId id,
    String volume,
    Instant at,
    long bytes,
    boolean ready,
    Optional<SnapshotId> group) {}
