package io.windlass.provision;

import io.windlass.access.AccessModes;

/** Access to one bucket that a request asks for. */
public record BucketAccess(BucketId bucket, AccessModes modes) {}
