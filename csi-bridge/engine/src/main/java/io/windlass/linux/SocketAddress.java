package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Encodes addresses of Unix sockets (struct sockaddr_un). */
final class SocketAddress {
  private static final short AF_UNIX = 1;

  private SocketAddress() {}

  /**
   * Encodes the address.
   *
   * @throws LinuxException with ENAMETOOLONG when the path is longer than {@link
   *     DescriptorSocket#MAX_PATH_BYTES}
   */
  static MemorySegment of(Path path, Arena arena) throws LinuxException {
    return of(path.toString(), arena);
  }

  /** The same for a path, or for an at sign and a name in the abstract namespace. */
  static MemorySegment of(String place, Arena arena) throws LinuxException {
    byte[] name = place.getBytes(StandardCharsets.UTF_8);
    if (name.length > DescriptorSocket.MAX_PATH_BYTES) {
      throw new LinuxException(
          "the path of a socket has %d bytes at most: %s"
              .formatted(DescriptorSocket.MAX_PATH_BYTES, place),
          Errno.ENAMETOOLONG.number());
    }
    // The name of an abstract socket begins with NUL, and all bytes up to the length belong to it.
    boolean isAbstract = place.startsWith("@");
    MemorySegment address = arena.allocate(2 + name.length + (isAbstract ? 0 : 1), 2);
    address.set(ValueLayout.JAVA_SHORT, 0, AF_UNIX);
    MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, 2, name.length);
    if (isAbstract) {
      address.set(ValueLayout.JAVA_BYTE, 2, (byte) 0);
    }
    return address;
  }
}
