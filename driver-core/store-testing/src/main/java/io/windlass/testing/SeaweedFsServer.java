package io.windlass.testing;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A SeaweedFS server, with its administrator's credentials.
 *
 * @param endpoint base URL of S3 and of IAM, to be addressed path-style
 */
public record SeaweedFsServer(URI endpoint, String rootAccessKey, Secret rootSecret) {

  /** The region to sign for: SeaweedFS takes any. */
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
