package io.windlass.config;

import io.windlass.connect.BackendConfig;
import java.util.List;

/**
 * Entry of one backend in a configuration: how it is opened, and where its records are.
 *
 * @param config configuration of the backend, of any kind
 * @param regions regions whose nodes volumes are made for; empty: all nodes
 */
public record BackendEntry(BackendConfig config, RegistryConfig registry, List<String> regions) {
  public BackendEntry {
    regions = List.copyOf(regions);
  }

  /** Returns the configured name of the backend. */
  public String name() {
    return config.name();
  }
}
