package io.windlass.testing;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A MinIO server, with its administrator's credentials.
 *
 * @param endpoint base URL, to be addressed path-style
 * @param kmsKeyId the key that its built-in key management encrypts with, where asked to
 */
public record MinioServer(URI endpoint, String rootAccessKey, Secret rootSecret, String kmsKeyId) {

  /** The region to sign for: MinIO takes this one unless it is told otherwise. */
  public String region() {
    return "us-east-1";
  }

  /** Writes the administrator's credentials into {@code directory}, as a driver reads them. */
  public SecretDirectory credentials(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("accessKeyId"), rootAccessKey);
      Files.writeString(directory.resolve("secretAccessKey"), rootSecret.reveal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SecretDirectory(directory);
  }
}
