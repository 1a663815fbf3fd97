package io.windlass.provision;

import io.windlass.store.BucketLocation;

/** A bucket that is there, and how workloads reach it. */
public record ProvisionedBucket(BucketId id, BucketLocation location) {}
