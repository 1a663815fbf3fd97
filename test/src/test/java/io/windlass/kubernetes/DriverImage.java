package io.windlass.kubernetes;

import java.nio.file.Files;
import java.nio.file.Path;

/** The driver's image, as the build makes it. */
final class DriverImage {
  private DriverImage() {}

  /** Returns its OCI layout. */
  static Path layout() {
    Path layout = Path.of("../deploy/image/target/oci").toAbsolutePath().normalize();
    if (!Files.isDirectory(layout)) {
      throw new IllegalStateException(
          "there is no image in " + layout + ": build it with ./mvnw -Pimage -DskipTests install");
    }
    return layout;
  }
}
