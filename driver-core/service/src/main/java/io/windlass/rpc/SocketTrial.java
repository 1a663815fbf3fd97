package io.windlass.rpc;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Tries whether a server could make its socket, with one of another name, of which nothing is left.
 */
public final class SocketTrial {
  private SocketTrial() {}

  /**
   * Makes a socket where that of a server would be, or, if its directory is not there yet, below
   * the one in which the server would make that.
   *
   * @param settings of the server
   * @param group the group that the socket is given; empty: that of this process
   * @throws IOException when the server could not make its socket; the message says why
   */
  public static void make(ServerSettings settings, Optional<String> group) throws IOException {
    Path socket = settings.endpoint().path();
    Path there = socket.resolveSibling("");
    while (Files.notExists(there)) {
      there = there.resolveSibling("");
    }
    if (there.equals(socket.resolveSibling(""))) {
      makeIn(there, settings, group);
      return;
    }
    Path directory = Files.createDirectory(there.resolve(name()));
    try {
      makeIn(directory, settings, group);
    } finally {
      Files.delete(directory);
    }
  }

  private static void makeIn(Path directory, ServerSettings settings, Optional<String> group)
      throws IOException {
    Path socket = directory.resolve(name());
    int bytes = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > UnixEndpoint.MAX_PATH_BYTES) {
      return; // that of the server fits: its directory has a shorter name than this one
    }
    Optional<GroupPrincipal> owner =
        group.isPresent() ? Optional.of(SocketFile.group(socket, group.get())) : Optional.empty();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      SocketFile file = SocketFile.bound(socket);
      try {
        file.allow(settings.mode(), owner);
      } finally {
        file.remove();
      }
    }
  }

  /** A short one, as paths of sockets are: the shortest that a server's can have is as long. */
  private static String name() {
    return "." + HexFormat.of().toHexDigits((short) ThreadLocalRandom.current().nextInt());
  }
}
