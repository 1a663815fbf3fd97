package io.windlass.volume;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import java.util.Optional;

/**
 * Volume that is attached to a node, with its location and the node's own credential for it.
 *
 * @param attachment id of this attachment, which a later one to the same node has not; empty: a
 *     driver attached the volume that gave none
 */
public record Attached(
    Volume volume,
    BucketLocation location,
    Credential credential,
    boolean readOnly,
    Optional<String> attachment) {}
