package io.windlass.store.s3;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** The driver's own backend over a MinIO of the tests. */
public final class MinioBackends {
  private MinioBackends() {}

  /** Opens one named {@code minio}; writes its credentials into {@code directory}. */
  public static Backend open(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    return open(server, directory, keyring, S3Connection.to(server.endpoint()));
  }

  /** The same with time for a machine that stands still. */
  public static Backend patient(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    return open(
        server,
        directory,
        keyring,
        S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG));
  }

  /** The same with a role, by which nodes have sessions of the shortest life. */
  public static Backend sessions(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    return S3Backend.open(
        new S3Config(
            "minio",
            S3Flavor.MINIO,
            S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            Optional.empty(),
            Optional.empty(),
            new DriverCredentials.Files(server.credentials(directory)),
            Optional.of(
                new S3Role(
                    "arn:aws:iam::000000000000:role/volumes", Optional.empty(), S3Role.SHORTEST))),
        keyring);
  }

  private static Backend open(
      MinioServer server, Path directory, Supplier<Keyring> keyring, S3Connection connection) {
    return S3Backend.open(
        new S3Config(
            "minio", S3Flavor.MINIO, connection, Optional.empty(), server.credentials(directory)),
        keyring);
  }
}
