package io.windlass.cli.mount;

import io.windlass.mounter.RunDirectory;
import io.windlass.store.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Run directories of this machine's mounts. In each, the keeper and the mounter of one mount meet.
 *
 * @param root the directory that contains them
 */
record RunDirectories(Path root) {
  /** The default root. Its content is lost at a reboot, as mounts are. */
  static final String DEFAULT = "/run/windlass/mounts";

  private static final int NAME_BYTES = 6;

  /** Returns the run directory of the mount at {@code directory}. */
  RunDirectory of(Path directory) {
    return new RunDirectory(root.resolve(id(directory)));
  }

  /** Returns the id of a mount: a hash of its mount point. */
  static String id(Path directory) {
    return Sha256.hex(directory.toString(), 2 * NAME_BYTES);
  }

  /** Lists the run directories that exist. */
  List<RunDirectory> list() throws IOException {
    if (Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root)) {
      return all.sorted().map(RunDirectory::new).toList();
    }
  }
}
