package io.windlass.provision.grant;

import io.windlass.access.AccessModes;
import io.windlass.provision.BucketId;

/** Access to one bucket that a request asks for. */
public record BucketAccess(BucketId bucket, AccessModes modes) {}
