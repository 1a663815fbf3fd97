package io.windlass.config;

/**
 * Where the records about a backend are kept: in a bucket of its own there.
 *
 * @param bucket its name
 * @param create whether the driver may make it
 */
public record RegistryConfig(String bucket, boolean create) {}
