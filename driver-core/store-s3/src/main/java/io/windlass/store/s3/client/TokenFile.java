package io.windlass.store.s3.client;

import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file with a token of an identity provider, like that of a projected service account: whoever
 * issued it replaces it before it ends.
 */
public final class TokenFile {
  private final Path file;
  private final SecretDirectory directory;

  /** Nothing is read. */
  public TokenFile(Path file) {
    this.file = file.toAbsolutePath();
    this.directory =
        new SecretDirectory(Optional.ofNullable(this.file.getParent()).orElse(this.file));
  }

  /**
   * Returns the token that the file has now.
   *
   * @throws DriverException.Unauthenticated if it has none
   */
  public Secret read() {
    try {
      return directory
          .read(String.valueOf(file.getFileName()))
          .orElseThrow(() -> wrong("is missing or empty", null));
    } catch (IOException e) {
      throw wrong("cannot be read: let the driver's user read it", e);
    }
  }

  private DriverException.Unauthenticated wrong(String what, @Nullable Throwable cause) {
    return new DriverException.Unauthenticated("the token in %s %s".formatted(file, what), cause);
  }
}
