package io.windlass.registry;

import io.windlass.store.Revision;
import java.time.Duration;
import java.util.Optional;

/**
 * A record as it was read or written.
 *
 * @param claim who is changing what it describes, if anybody is
 * @param revision what a conditional write compares
 * @param version of the object, where the registry bucket keeps versions
 * @param age since it was written, by the server's clock; the claim is as old
 */
public record Entry<T>(
    RecordKind<T> kind,
    String id,
    T value,
    Optional<Owner> claim,
    Revision revision,
    Optional<String> version,
    Duration age) {}
