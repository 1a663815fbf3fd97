package io.windlass.provision;

import io.windlass.registry.Registry;
import io.windlass.store.Backend;

/**
 * A backend and the records about it.
 *
 * @param registryBucket where the records lie: no request may touch it
 */
public record ConfiguredBackend(Backend backend, Registry registry, String registryBucket) {}
