package io.windlass.store.s3;

import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** The driver's own backend over a MinIO of the tests. */
public final class MinioBackends {
  private MinioBackends() {}

  /** Opens one named {@code minio}; writes its credentials into {@code directory}. */
  public static S3Backend open(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    return S3Backend.open(config(server, directory, S3Connection.to(server.endpoint())), keyring);
  }

  /** The same with time for a machine that stands still. */
  public static S3Backend patient(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    return S3Backend.open(config(server, directory, connection(server)), keyring);
  }

  /** How it is reached with that time. */
  static S3Connection connection(MinioServer server) {
    return S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG);
  }

  /** Its configuration, with another connection. */
  public static S3Config config(MinioServer server, Path directory, S3Connection connection) {
    writeRoot(server, directory);
    return new S3Config(
        "minio", S3Flavor.MINIO, connection, Optional.empty(), new SecretDirectory(directory));
  }

  /** Writes the credentials of the server's own administrator. */
  static void writeRoot(MinioServer server, Path directory) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("accessKeyId"), server.rootAccessKey());
      Files.writeString(directory.resolve("secretAccessKey"), server.rootSecret().reveal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
