package io.windlass.config;

import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.S3Config;

/** One configured backend, and where its records are kept. */
public sealed interface BackendConfig {
  /** The name it is configured under. */
  String name();

  /** Where its records are kept. */
  RegistryConfig registry();

  /** A server that speaks S3. */
  record S3(S3Config s3, RegistryConfig registry) implements BackendConfig {
    @Override
    public String name() {
      return s3.name();
    }
  }

  /** An embedded server over a directory. */
  record Local(LocalConfig local, RegistryConfig registry) implements BackendConfig {
    @Override
    public String name() {
      return local.name();
    }
  }
}
