package io.windlass.fs.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Files that version 0.1 left in staging directories. */
public final class Version01 {
  private Version01() {}

  /** Copies one of these files to a path. */
  public static Path put(String name, Path to) {
    try (InputStream bytes =
        Objects.requireNonNull(
            Version01.class.getResourceAsStream("/io/windlass/fs/v0_1/" + name))) {
      Files.createDirectories(Objects.requireNonNull(to.getParent()));
      return Files.write(to, bytes.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
