package io.windlass.provision;

import io.windlass.store.AccessModes;

/** What is asked for one bucket of an access. */
public record BucketAccess(BucketId bucket, AccessModes modes) {}
