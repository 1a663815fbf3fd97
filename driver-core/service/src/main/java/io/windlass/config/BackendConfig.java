package io.windlass.config;

import io.windlass.store.StoreConfig;
import java.util.List;

/**
 * One configured backend, and where its records are kept.
 *
 * @param store of whatever kind it is
 * @param regions for the nodes of which regions volumes are made; empty: for all nodes
 */
public record BackendConfig(StoreConfig store, RegistryConfig registry, List<String> regions) {
  public BackendConfig {
    regions = List.copyOf(regions);
  }

  /** The name it is configured under. */
  public String name() {
    return store.name();
  }
}
