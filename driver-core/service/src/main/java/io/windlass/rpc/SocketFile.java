package io.windlass.rpc;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of a listening Unix socket. The sidecar owns the directory: the driver creates nothing
 * in it but the socket, and removes nothing from it but its own socket or a stale one.
 */
final class SocketFile {
  private static final int TYPE_MASK = 0170000;
  private static final int TYPE_SOCKET = 0140000;

  private final Path path;
  private final String identity;

  private SocketFile(Path path, String identity) {
    this.path = path;
    this.identity = identity;
  }

  /**
   * Creates the parent directory, and removes a socket at the path on which nothing listens any
   * more.
   *
   * @throws IOException when there is another kind of file, or a process listens; both are left
   *     alone
   */
  static void makeRoom(Path path) throws IOException {
    Path parent = path.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & TYPE_MASK) != TYPE_SOCKET) {
      throw new IOException(
          "%s exists and is not a socket: remove it, or choose another endpoint".formatted(path));
    }
    if (answers(path)) {
      throw inUse(path, null);
    }
    Files.deleteIfExists(path);
  }

  /**
   * Returns whether a process listens on the socket. A non-blocking connect is decided at once, and
   * only a stale socket refuses it. A socket with a full backlog, or one that this process may not
   * connect to, counts as in use.
   */
  private static boolean answers(Path path) throws IOException {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.configureBlocking(false);
      boolean _ = probe.connect(UnixDomainSocketAddress.of(path));
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      throw inUse(path, e);
    }
  }

  private static IOException inUse(Path path, @Nullable IOException cause) {
    String why = cause == null ? "" : " (" + cause.getMessage() + ")";
    return new IOException(
        "another process listens on %s%s: stop it, or choose another endpoint".formatted(path, why),
        cause);
  }

  /** Returns the file of a socket that was just bound. */
  static SocketFile bound(Path path) throws IOException {
    return new SocketFile(path, identity(path));
  }

  /**
   * Permits other users to connect.
   *
   * @param mode permission bits; whoever may write may connect
   */
  void allow(int mode, Optional<GroupPrincipal> group) throws IOException {
    if (group.isPresent()) {
      Files.getFileAttributeView(path, PosixFileAttributeView.class).setGroup(group.get());
    }
    Files.setAttribute(path, "unix:mode", mode);
  }

  /**
   * Finds a group of this machine.
   *
   * @param group name of the group, or its number, which need not have a name
   * @throws IOException when there is no group with this name
   */
  static GroupPrincipal group(Path path, String group) throws IOException {
    try {
      return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
    } catch (UserPrincipalNotFoundException e) {
      throw new IOException(
          "there is no group '%s' for the socket %s: name one, or give its number"
              .formatted(group, path));
    }
  }

  /** Removes the socket, unless another file has replaced it. */
  void remove() throws IOException {
    try {
      if (identity(path).equals(identity)) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      // another process has removed it
    }
  }

  /**
   * Returns device, inode and modification time. The time is needed because file systems reuse
   * inodes.
   */
  private static String identity(Path path) throws IOException {
    BasicFileAttributes file =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return file.fileKey() + "/" + file.lastModifiedTime();
  }
}
