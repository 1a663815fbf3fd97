package io.windlass.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The programs that tests start: each is one that a variable names, or of the JDK, or on PATH, or
 * in the cache of {@code .ci/run}. A test whose program is not there is {@link Missing} it.
 *
 * @param environment has the variables
 */
public record Programs(Map<String, String> environment) {
  /** Programs that {@code WINDLASS_TEST_} and their name may name. */
  private static final Set<String> NAMED = Set.of("csi-sanity", "helm", "pjdfstest");

  public Programs {
    environment = Map.copyOf(environment);
  }

  /** A process of a program, or of a file. */
  public static ProcessBuilder process(String... command) {
    return process(List.of(command));
  }

  /** A process of a program, or of a file. */
  public static ProcessBuilder process(List<String> command) {
    return new ProcessBuilder(command(command));
  }

  /** Returns a command with the file of its program. */
  public static List<String> command(List<String> command) {
    if (command.getFirst().contains("/")) {
      return command;
    }
    List<String> found = new ArrayList<>(command);
    found.set(0, require(command.getFirst()).toString());
    return found;
  }

  /** Returns the file of a program. */
  public static Path require(String name) {
    return new Programs(System.getenv()).file(name);
  }

  /** Returns whether a program is there. */
  public static boolean isInstalled(String name) {
    return new Programs(System.getenv()).find(name, variable(name)).isPresent();
  }

  /** For scripts, which find their programs themselves. */
  public static void requireAll(String... names) {
    Stream.of(names).forEach(Programs::require);
  }

  /** Has a shell send a signal, such as {@code STOP}: there need not be a program {@code kill}. */
  public static void signal(String name, long... processes) {
    StringBuilder script = new StringBuilder("kill -s " + name);
    for (long process : processes) {
      script.append(' ').append(process);
    }
    try {
      if (process("sh", "-c", script.toString()).inheritIO().start().waitFor() != 0) {
        throw new IllegalStateException("failed: " + script);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + script, e);
    }
  }

  Path file(String name) {
    String variable = variable(name);
    return find(name, variable)
        .orElseThrow(() ->
            Missing.of(
                name,
                absence(name, variable) + ": install it, or call .ci/run",
                "true".equals(environment.get("CI"))));
  }

  /** Returns the variable that may name a program; empty if there is none. */
  private static String variable(String name) {
    return NAMED.contains(name)
        ? "WINDLASS_TEST_" + name.toUpperCase(Locale.ROOT).replace('-', '_')
        : "";
  }

  /** Finds a program that a variable may name. */
  Optional<Path> find(String name, String variable) {
    String named = environment.getOrDefault(variable, "");
    Stream<Path> places =
        named.isEmpty()
            ? Stream.of(Stream.of(ofJdk(name)), onPath(name), cached(name)).flatMap(all -> all)
            : Stream.of(Path.of(named).toAbsolutePath());
    return places.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file)).findFirst();
  }

  /** Why there is none, as the end of a sentence after a colon. */
  String absence(String name, String variable) {
    return environment.getOrDefault(variable, "").isEmpty()
        ? "there is no '%s' on PATH".formatted(name)
        : variable + " names no executable file";
  }

  private static Path ofJdk(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name);
  }

  private Stream<Path> onPath(String name) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, name).toAbsolutePath());
  }

  /** Returns what {@code .ci/run} got, newest first; its names contain versions. */
  public Stream<Path> cached(String name) {
    Path cache =
        Path.of(
            environment.getOrDefault(
                "WINDLASS_CI_CACHE",
                environment.getOrDefault("HOME", "/nonexistent") + "/.cache/windlass-ci"));
    try (Stream<Path> all = Files.list(cache)) {
      return all
          .filter(file -> file.getFileName().toString().startsWith(name + "-"))
          .sorted(Comparator.reverseOrder())
          .toList()
          .stream();
    } catch (IOException e) {
      return Stream.empty(); // it never ran here
    }
  }
}
