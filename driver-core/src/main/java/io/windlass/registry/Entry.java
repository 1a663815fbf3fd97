package io.windlass.registry;

import java.time.Duration;
import java.util.Optional;

/**
 * A record as it was read or written.
 *
 * @param owner of the claim, where somebody is changing what it describes
 * @param etag what a conditional write compares
 * @param version of the object, where the registry bucket keeps versions
 * @param age since it was written, by the server's clock; the claim is as old
 */
public record Entry<T>(
    Kind<T> kind,
    String id,
    T value,
    Optional<String> owner,
    String etag,
    Optional<String> version,
    Duration age) {}
