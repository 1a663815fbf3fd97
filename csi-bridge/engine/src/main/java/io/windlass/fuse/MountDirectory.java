package io.windlass.fuse;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
   * @return what was made, each after its parent
   * @throws FileAlreadyExistsException when there is something else than a directory
   */
  public static List<Path> make(Path directory) throws IOException {
    Path place = directory.toAbsolutePath();
    Deque<Path> missing = new ArrayDeque<>();
    for (Path each = place.getParent(); each != null && Files.notExists(each); ) {
      missing.push(each);
      each = each.getParent();
    }
    List<Path> made = new ArrayList<>();
    try {
      for (Path parent : missing) {
        make(parent, made);
      }
      make(place, made, PosixFilePermissions.asFileAttribute(NOBODY));
      return made;
    } catch (IOException e) {
      remove(made);
      throw e;
    }
  }

  private static void make(Path directory, List<Path> made, FileAttribute<?>... attributes)
      throws IOException {
    try {
      made.add(Files.createDirectory(directory, attributes));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }

  /** Removes directories that were made for a mount that failed, as far as they are empty. */
  public static void remove(List<Path> made) {
    for (Path each : made.reversed()) {
      try {
        Files.deleteIfExists(each);
      } catch (IOException e) {
        return; // somebody else uses it by now
      }
    }
  }
}
