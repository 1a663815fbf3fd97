package io.windlass.image;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The parts of a JDK that Windlass needs, linked by jlink.
 *
 * @param directory where it is
 */
record JavaRuntime(Path directory) {
  /** Where it is in the image. */
  static final String PLACE = "usr/lib/jvm";

  /**
   * What jdeps finds in our jars, and what libraries look for by name. {@code jdk.naming.dns} and
   * {@code java.security.jgss}: HTTP clients. {@code jdk.zipfs}: file systems in jars. {@code
   * jdk.jcmd}: thread dumps and heap histograms of a driver that misbehaves.
   */
  private static final List<String> MODULES =
      List.of(
          "java.base",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.security.jgss",
          "java.security.sasl",
          "java.xml",
          "jdk.jcmd",
          "jdk.jfr",
          "jdk.management",
          "jdk.naming.dns",
          "jdk.net",
          "jdk.unsupported",
          "jdk.zipfs");

  /**
   * Links a runtime.
   *
   * @param jdk the JDK whose modules are linked; empty: the one that runs this
   */
  static JavaRuntime link(Optional<Path> jdk, Path directory) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--add-modules",
                String.join(",", MODULES),
                "--strip-java-debug-attributes",
                // Jlink runs plugins in any order, so what this one makes would be stripped or not.
                "--disable-plugin",
                "generate-jli-classes",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                directory.toString()));
    if (jdk.isPresent()) {
      Path modules = jdk.get().resolve("jmods");
      if (!Files.isDirectory(modules)) {
        throw new IOException("--jdk has no directory of modules: " + modules + " is missing");
      }
      arguments.addAll(List.of("--module-path", modules.toString()));
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int status =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new IOException("this JDK has no jlink"))
            .run(out, out, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IOException("jlink failed with status %d: %s".formatted(status, said));
    }
    removeDebugSymbols(directory);
    return new JavaRuntime(directory);
  }

  /** Debian's modules have them, in files of their own. */
  private static void removeDebugSymbols(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path file : walk.filter(path -> path.toString().endsWith(".debuginfo")).toList()) {
        Files.delete(file);
      }
    }
  }
}
