package io.windlass.image;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an image is built of.
 *
 * @param distribution directory of the distribution
 * @param sbom bill of materials that the build made of all modules
 * @param architecture what the image is for
 * @param jdk a JDK for that architecture, with jmods; empty: the JDK that runs this
 * @param root a root file system with the C library of that architecture
 * @param caches whether the image has ahead-of-time caches
 * @param version of the project
 * @param time that all files get, and the image
 * @param output directory for the layout {@code oci} and for what is made on the way
 */
record ImageSettings(
    Path distribution,
    Path sbom,
    Architecture architecture,
    Optional<Path> jdk,
    Path root,
    boolean caches,
    String version,
    Instant time,
    Path output) {

  /** Reads options of the form {@code --name=value}. All are needed; the jdk may be empty. */
  static ImageSettings parse(List<String> options) {
    Map<String, String> values = new HashMap<>();
    for (String option : options) {
      int equals = option.indexOf('=');
      if (!option.startsWith("--") || equals < 0) {
        throw new IllegalArgumentException("an option is --name=value, not '" + option + "'");
      }
      values.put(option.substring(2, equals), option.substring(equals + 1));
    }
    Architecture architecture = Architecture.of(value(values, "arch"));
    Optional<Path> jdk =
        Optional.of(value(values, "jdk")).filter(path -> !path.isEmpty()).map(Path::of);
    if (jdk.isEmpty() && !architecture.isHere()) {
      throw new IllegalArgumentException(
          "an image for %s needs --jdk: a JDK 25 for it, with its jmods"
              .formatted(architecture.oci()));
    }
    return new ImageSettings(
        Path.of(value(values, "distribution")).toAbsolutePath().normalize(),
        Path.of(value(values, "sbom")),
        architecture,
        jdk,
        Path.of(value(values, "root")),
        Boolean.parseBoolean(value(values, "caches")) && architecture.isHere(),
        value(values, "version"),
        Instant.parse(value(values, "timestamp")),
        Path.of(value(values, "output")).toAbsolutePath().normalize());
  }

  private static String value(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the option --" + name + " is missing");
    }
    return value;
  }
}
