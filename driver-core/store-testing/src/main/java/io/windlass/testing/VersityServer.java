package io.windlass.testing;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Versity S3 Gateway, with its administrator's credentials.
 *
 * @param endpoint base URL of S3, to be addressed path-style
 * @param iamEndpoint base URL of the IAM that serves beside it
 */
public record VersityServer(
    URI endpoint, URI iamEndpoint, String rootAccessKey, Secret rootSecret) {

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
