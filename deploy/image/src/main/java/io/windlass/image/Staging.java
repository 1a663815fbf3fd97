package io.windlass.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Copy of the distribution without the jars of other architectures, with its launcher. Its jars are
 * not compressed.
 *
 * @param home its directory
 * @param jdk what its launcher runs on
 */
record Staging(Path home, Path jdk) {
  /** Where the distribution is in the image. */
  static final String PLACE = "windlass";

  /** A mount of a slow machine is trained for minutes. */
  private static final long MAX_MINUTES = 15;

  /** Copies the distribution without its caches. All files have one time, that of the image. */
  static Staging of(Path distribution, Path home, Path jdk, Architecture architecture, Instant time)
      throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(distribution)) {
      all = walk.filter(Files::isRegularFile).toList();
    }
    for (Path each : all) {
      String name = distribution.relativize(each).toString();
      if (!architecture.excludes(name) && !name.contains(".aot")) {
        Path copy = home.resolve(name);
        Files.createDirectories(copy.getParent());
        if (name.endsWith(".jar")) {
          StoredJar.copy(each, copy);
        } else {
          Files.copy(each, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.setLastModifiedTime(copy, FileTime.from(time));
      }
    }
    return new Staging(home, jdk);
  }

  Path lib() {
    return home.resolve("lib");
  }

  /** Returns the kinds of store whose libraries there are: all folders but that of traces. */
  List<String> kinds() throws IOException {
    try (Stream<Path> files = Files.list(lib())) {
      return files
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .filter(kind -> !kind.equals("tracing"))
          .sorted()
          .toList();
    }
  }

  /** Returns all jars by their paths below {@link #home}. */
  SortedMap<String, Path> jars() throws IOException {
    SortedMap<String, Path> jars = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(lib())) {
      walk.filter(file -> file.toString().endsWith(".jar"))
          .forEach(file -> jars.put(home.relativize(file).toString(), file));
    }
    return jars;
  }

  /** Returns native libraries that stand beside the jars, by their paths below {@link #home}. */
  SortedMap<String, Path> natives() throws IOException {
    SortedMap<String, Path> natives = new TreeMap<>();
    Path directory = home.resolve("native");
    if (Files.notExists(directory)) {
      return natives;
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      walk.filter(Files::isRegularFile)
          .forEach(file -> natives.put(home.relativize(file).toString(), file));
    }
    return natives;
  }

  /** Makes the ahead-of-time caches, by {@code windlass aot}. */
  void train() throws IOException {
    run(Map.of(), "aot");
  }

  /**
   * Returns the caches that {@link #train} made, for drivers and for mounters. Nobody mounts by
   * hand in a container.
   */
  List<Path> caches() throws IOException {
    try (Stream<Path> files = Files.list(lib())) {
      return files
          .filter(file -> file.toString().endsWith(".aot"))
          .filter(file -> !file.endsWith("windlass-keeper.aot"))
          .sorted()
          .toList();
    }
  }

  /**
   * Runs the launcher.
   *
   * @return the lines that it printed to standard output
   * @throws IOException when it fails
   */
  List<String> run(Map<String, String> environment, String command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("bin/windlass").toString(), command)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("WINDLASS_") || name.equals("TMPDIR"));
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    List<String> lines = new ArrayList<>();
    try {
      lines.addAll(new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList());
      if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("windlass " + command + " does not end");
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted while windlass " + command + " ran", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "windlass %s failed with status %d".formatted(command, process.exitValue()));
    }
    return lines;
  }
}
