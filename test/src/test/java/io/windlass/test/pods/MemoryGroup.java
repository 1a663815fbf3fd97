package io.windlass.test.pods;

import io.windlass.testing.BuildOutput;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A control group with a limit for memory, of version 1 or 2, whichever the machine has.
 *
 * @param limit file of the limit
 */
record MemoryGroup(Path directory, Path limit) implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  /** Makes a group; empty if this machine lets nobody make one. */
  static Optional<MemoryGroup> make() {
    return make(ROOT.resolve("memory"), "memory.limit_in_bytes")
        .or(() -> make(ROOT, "memory.max"))
        .or(() -> make(ROOT.resolve("unified"), "memory.max"));
  }

  private static Optional<MemoryGroup> make(Path parent, String limit) {
    if (!Files.exists(parent.resolve("cgroup.procs"))) {
      return Optional.empty();
    }
    Path directory = parent.resolve(UniqueName.of("windlass"));
    try {
      Files.createDirectory(directory);
      if (Files.isWritable(directory.resolve(limit))) {
        return Optional.of(new MemoryGroup(directory, directory.resolve(limit)));
      }
      Files.delete(directory);
    } catch (IOException e) {
      BuildOutput.say("No control group can be made in %s: %s.".formatted(parent, e));
    }
    return Optional.empty();
  }

  void limit(long bytes) throws IOException {
    Files.writeString(limit, Long.toString(bytes));
  }

  /** Returns what puts the shell that runs it into the group. */
  String script() {
    return "echo 0 > %s/cgroup.procs".formatted(directory);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(directory);
  }
}
