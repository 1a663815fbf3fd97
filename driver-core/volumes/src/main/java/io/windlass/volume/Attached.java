package io.windlass.volume;

import io.windlass.store.BucketLocation;
import io.windlass.store.Credential;

/** A volume that a node may use: where it is, and the node's own key to it. */
public record Attached(
    Volume volume, BucketLocation location, Credential credential, boolean readOnly) {}
