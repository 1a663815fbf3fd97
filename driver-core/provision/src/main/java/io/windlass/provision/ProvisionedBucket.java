package io.windlass.provision;

import io.windlass.access.BucketLocation;

/** A bucket that exists, and the location at which workloads reach it. */
public record ProvisionedBucket(BucketId id, BucketLocation location) {}
