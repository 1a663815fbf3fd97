package io.windlass.mounter.run;

import io.windlass.linux.Users;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates directories that only one user may access. That user may be another than that of this
 * process, if this process is root's: then the directory is handed over to that user, once, with
 * all that is in it. From then on this process neither changes nor follows what the user puts
 * there.
 *
 * @param what description of the directory, for messages
 * @param user user who owns the directory
 */
record PrivateDirectory(String what, Path path, int user) {
  private static final Logger log = LoggerFactory.getLogger(PrivateDirectory.class);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final String UID = "unix:uid";

  /**
   * Creates the directory if it is missing, and sets the mode of one that is there.
   *
   * @throws IOException also when it belongs to a third user, or when others could put files of
   *     theirs into it and did
   */
  void create() throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }
    PosixFileAttributes found =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isDirectory()) {
      throw new IOException("the %s %s is no directory".formatted(what, path));
    }
    boolean ours = isOwner(path, Users.own());
    if (!ours && !isOwner(path, user)) {
      throw stranger(path);
    }
    if (!OWNER_ONLY.containsAll(found.permissions())) {
      requireOwners();
      log.warn(
          "the {} {} had mode {}: it is the owner's alone from now on",
          what,
          path,
          PosixFilePermissions.toString(found.permissions()));
      Files.setPosixFilePermissions(path, OWNER_ONLY);
    }
    if (ours && user != Users.own()) {
      handOver();
    }
  }

  /**
   * Gives the content to the user, and last the directory itself. Until then nobody but this
   * process can change what is in it; and if this is interrupted, it is done again.
   */
  private void handOver() throws IOException {
    List<Path> content;
    try (Stream<Path> all = Files.walk(path)) {
      content = all.filter(each -> !each.equals(path)).toList();
    }
    try {
      for (Path each : content) {
        requireOneName(each);
        Files.setAttribute(each, UID, user, LinkOption.NOFOLLOW_LINKS);
      }
      Files.setAttribute(path, UID, user, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new IOException(
          "the %s %s cannot be given to user %d: %s".formatted(what, path, user, e.getMessage()),
          e);
    }
    log.info("the {} {} belongs to user {} now", what, path, user);
  }

  /** A second name of a file may be anywhere, and lead to what the user must not own. */
  private void requireOneName(Path file) throws IOException {
    if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
        && (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1) {
      throw new IOException(file + " has a second name, by a hard link");
    }
  }

  /** Checks who put files into a directory that was open to others. */
  private void requireOwners() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        if (!isOwner(file, Users.own()) && !isOwner(file, user)) {
          throw stranger(file);
        }
      }
    }
  }

  private static boolean isOwner(Path file, int user) throws IOException {
    return owner(file) == user;
  }

  private static int owner(Path file) throws IOException {
    return (int) Files.getAttribute(file, UID, LinkOption.NOFOLLOW_LINKS);
  }

  private IOException stranger(Path file) throws IOException {
    return new IOException(
        "%s belongs to user %d: nobody but user %d may have anything in the %s; remove it, or"
                .formatted(file, owner(file), user, what)
            + " choose another");
  }
}
