package io.windlass.store.s3;

import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.testing.MinioServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The driver's own backend over a MinIO of the tests. */
public final class MinioBackends {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private MinioBackends() {}

  /** Opens one named {@code minio}; writes its credentials into {@code directory}. */
  public static S3Backend open(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    return S3Backend.open(config(server, directory, S3Connection.to(server.endpoint())), keyring);
  }

  /** Opens one whose calls may take minutes, so that none fails because the machine is busy. */
  public static S3Backend patient(MinioServer server, Path directory, Supplier<Keyring> keyring) {
    S3Connection connection =
        S3Connection.to(server.endpoint()).withTimeouts(PATIENCE, PATIENCE.dividedBy(2));
    return S3Backend.open(config(server, directory, connection), keyring);
  }

  /** Its configuration, with another connection. */
  public static S3Config config(MinioServer server, Path directory, S3Connection connection) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("accessKeyId"), server.rootAccessKey());
      Files.writeString(directory.resolve("secretAccessKey"), server.rootSecret().reveal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new S3Config(
        "minio", S3Flavor.MINIO, connection, Optional.empty(), new SecretDirectory(directory));
  }
}
