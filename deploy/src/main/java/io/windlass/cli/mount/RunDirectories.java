package io.windlass.cli.mount;

import io.windlass.mounter.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(directory.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
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
