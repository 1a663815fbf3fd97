package io.windlass.cli.mount;

import io.windlass.mounter.RunDirectory;
import io.windlass.store.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the pairs of processes of this machine's mounts meet.
 *
 * @param root of them all
 */
record RunDirectories(Path root) {
  /** Lost at a reboot, as mounts are. */
  static final String DEFAULT = "/run/windlass/mounts";

  private static final int NAME_BYTES = 6;

  /** That of the mount at {@code directory}. */
  RunDirectory of(Path directory) {
    return new RunDirectory(root.resolve(id(directory)));
  }

  /** Names a mount by where it is. */
  static String id(Path directory) {
    return Sha256.hex(directory.toString(), 2 * NAME_BYTES);
  }

  /** All that are there. */
  List<RunDirectory> list() throws IOException {
    if (Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root)) {
      return all.sorted().map(RunDirectory::new).toList();
    }
  }
}
