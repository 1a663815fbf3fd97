package io.windlass.testing;

import io.windlass.testing.instance.Instance;
import io.windlass.testing.instance.ProcessInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process of a {@link Cluster}, with a directory of its own.
 *
 * @param name for messages
 * @param port where it listens for HTTP, on the loopback address
 * @param data its disk
 */
record ClusterMember(String name, int port, Path data, Instance instance) {

  /** Makes a home directory for one, with its disk. */
  static Path home(String name) {
    try {
      Path home = Files.createTempDirectory("windlass-" + name);
      Files.createDirectory(data(home));
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the disk of one that has this home directory. */
  static Path data(Path home) {
    return home.resolve("data");
  }

  /** Makes one that has this home directory; does not start it. */
  static ClusterMember of(String name, int port, Path home, ProcessBuilder command) {
    return new ClusterMember(name, port, data(home), new ProcessInstance(command, home));
  }

  /** Removes all that is on the disk of one that does not run. */
  void empty() {
    try (Stream<Path> tree = Files.walk(data)) {
      List<Path> all = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all.subList(0, all.size() - 1)) { // the last is the directory itself
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String output() {
    return "%s wrote:%n%s%n".formatted(name, instance.output());
  }
}
