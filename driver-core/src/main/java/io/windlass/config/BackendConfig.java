package io.windlass.config;

import io.windlass.store.s3.S3Config;
import java.net.InetSocketAddress;
import java.nio.file.Path;

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

  /**
   * An embedded server over a directory.
   *
   * @param directory where buckets are kept
   * @param listen where it listens, and workloads reach it; port 0 is any free one
   * @param region what it says its region is
   */
  record Local(
      String name, Path directory, InetSocketAddress listen, String region, RegistryConfig registry)
      implements BackendConfig {}
}
