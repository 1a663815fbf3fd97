package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.registry.Registry;

/**
 * A configured backend that is open, and the registry of its records.
 *
 * @param registryBucket name of the bucket with the records: no request may touch it
 */
public record OpenBackend(Backend backend, Registry registry, String registryBucket) {}
