package io.windlass.config;

import io.windlass.connect.StoreConfig;
import java.util.List;

/**
 * Configuration of one backend, and of the registry with its records.
 *
 * @param store configuration of the store, of any kind
 * @param regions regions whose nodes volumes are made for; empty: all nodes
 */
public record BackendConfig(StoreConfig store, RegistryConfig registry, List<String> regions) {
  public BackendConfig {
    regions = List.copyOf(regions);
  }

  /** Returns the configured name of the backend. */
  public String name() {
    return store.name();
  }
}
