package io.windlass.store.s3;

import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import java.nio.file.Path;
import java.util.Optional;

/** How the driver's own backend over a MinIO of the tests is configured. */
public final class MinioConfig {
  private MinioConfig() {}

  /**
   * With time for a machine that stands still; writes the server's credentials into {@code
   * directory}.
   */
  public static S3Config of(MinioServer server, Path directory) {
    return of(server, directory, connection(server));
  }

  /** The same over another connection. */
  static S3Config of(MinioServer server, Path directory, S3Connection connection) {
    return new S3Config(
        "minio", S3Flavor.MINIO, connection, Optional.empty(), server.credentials(directory));
  }

  /** How it is reached with that time. */
  public static S3Connection connection(MinioServer server) {
    return S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG);
  }
}
