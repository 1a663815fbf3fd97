package io.windlass.config;

/**
 * Configuration of the registry with the records about a backend: a bucket of that backend.
 *
 * @param bucket name of the bucket
 * @param create whether the driver may create the bucket
 */
public record RegistryConfig(String bucket, boolean create) {}
