package io.windlass.fuse;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A directory that is made to mount at. Nobody but root may use it while nothing is mounted there:
 * what a program wrote into it then would be on the local disk, and out of sight as soon as
 * something is mounted again.
 */
public final class MountDirectory {
  private static final Set<PosixFilePermission> NOBODY = Set.of();

  private MountDirectory() {}

  /**
   * Makes the directory, with its parents. One that is there stays as it is.
   *
   * @throws FileAlreadyExistsException when there is something else than a directory
   */
  public static void make(Path directory) throws IOException {
    Files.createDirectories(directory.toAbsolutePath().resolveSibling(""));
    try {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(NOBODY));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }
}
