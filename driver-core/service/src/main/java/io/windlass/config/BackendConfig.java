package io.windlass.config;

import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.S3Config;
import java.util.List;

/** One configured backend, and where its records are kept. */
public sealed interface BackendConfig {
  /** The name it is configured under. */
  String name();

  /** Where its records are kept. */
  RegistryConfig registry();

  /** For the nodes of which regions volumes are made; empty: for all nodes. */
  List<String> regions();

  /** A server that speaks S3. */
  record S3(S3Config s3, RegistryConfig registry, List<String> regions) implements BackendConfig {
    public S3 {
      regions = List.copyOf(regions);
    }

    @Override
    public String name() {
      return s3.name();
    }
  }

  /** An embedded server over a directory. */
  record Local(LocalConfig local, RegistryConfig registry, List<String> regions)
      implements BackendConfig {
    public Local {
      regions = List.copyOf(regions);
    }

    @Override
    public String name() {
      return local.name();
    }
  }
}
