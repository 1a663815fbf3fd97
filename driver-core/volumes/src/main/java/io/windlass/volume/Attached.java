package io.windlass.volume;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;

/** Volume that is attached to a node, with its location and the node's own credential for it. */
public record Attached(
    Volume volume, BucketLocation location, Credential credential, boolean readOnly) {}
