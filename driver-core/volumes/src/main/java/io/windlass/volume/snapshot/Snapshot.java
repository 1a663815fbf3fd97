package io.windlass.volume.snapshot;

import java.time.Instant;
import java.util.Optional;

/**
 * Snapshot, as callers see it.
 *
 * @param volume id of its volume, which may be deleted by now
 * @param at instant of the server's clock that it shows
 * @param bytes least capacity, in bytes, of a volume that is created from it: the capacity of its
 *     volume, and at least the total size of its files; 0 while neither is known
 * @param ready whether volumes can be created from it
 * @param group group with which it was taken, and with which it is deleted
 */
public record Snapshot(
    SnapshotId id,
    String volume,
    Instant at,
    long bytes,
    boolean ready,
    Optional<SnapshotId> group) {}
