package io.windlass.mounter;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directory in which a keeper and its mounter meet, and keep the files that must outlive either.
 * Only its owner may access it.
 *
 * @param path path of the directory; short enough for the address of a Unix socket (about 80 bytes)
 */
public record RunDirectory(Path path) {
  private static final Logger log = LoggerFactory.getLogger(RunDirectory.class);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /**
   * Creates the directory if it is missing. Of one that is there, the mode is set.
   *
   * @throws IOException also when it belongs to another user, who could answer instead of a mounter
   *     and be told keys, or when others could put files of theirs into it and did
   */
  public RunDirectory create() throws IOException {
    Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    PosixFileAttributes found =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    UserPrincipal us = Files.getOwner(Path.of("/proc/self"));
    if (!found.isDirectory()) {
      throw new IOException("the run directory %s is no directory".formatted(path));
    }
    requireOwner(us, path, found.owner());
    if (!OWNER_ONLY.containsAll(found.permissions())) {
      requireOwner(us);
      log.warn(
          "the run directory {} had mode {}: it is the owner's alone from now on",
          path,
          PosixFilePermissions.toString(found.permissions()));
      Files.setPosixFilePermissions(path, OWNER_ONLY);
    }
    return this;
  }

  /** Checks who put files into a directory that was open to others. */
  private void requireOwner(UserPrincipal us) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        requireOwner(us, file, Files.getOwner(file, LinkOption.NOFOLLOW_LINKS));
      }
    }
  }

  private void requireOwner(UserPrincipal us, Path file, UserPrincipal owner) throws IOException {
    if (!owner.equals(us)) {
      throw new IOException(
          "%s belongs to user %s: nobody but user %s may have anything in the run directory; remove"
                  .formatted(file, owner.getName(), us.getName())
              + " it, or choose another");
    }
  }

  /** Returns the socket on which the mounter listens. */
  public Path mounterSocket() {
    return path.resolve("mounter.sock");
  }

  /** Returns the log file of keeper and mounter, for use without a terminal. */
  public Path log() {
    return path.resolve("log");
  }

  /**
   * Returns the reason, in its own words, why the mounter that was started last did not come up;
   * empty if it left none.
   */
  Optional<String> lastWords() throws IOException {
    Path file = lastWordsFile();
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /**
   * Records why this mounter ends, for the keeper that started it.
   *
   * @param words reason without any secret
   */
  public void leaveLastWords(String words) throws IOException {
    Files.writeString(lastWordsFile(), words);
  }

  void forgetLastWords() throws IOException {
    Files.deleteIfExists(lastWordsFile());
  }

  private Path lastWordsFile() {
    return path.resolve("mounter.failure");
  }

  /**
   * Returns the state directory of one volume: tables of inodes and handles, and the session with
   * the kernel.
   */
  public Path stateOf(String volume) {
    return path.resolve("volumes").resolve(volume);
  }

  /** Deletes the state of a volume that is no longer mounted. */
  public void forget(String volume) throws IOException {
    deleteTree(stateOf(volume));
  }

  /** Deletes the directory and all files in it. */
  public void delete() throws IOException {
    deleteTree(path);
  }

  private static void deleteTree(Path root) throws IOException {
    if (Files.notExists(root)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> tree = Files.walk(root)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }
}
