package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Encodes addresses of Unix sockets (struct sockaddr_un). */
final class SocketAddress {
  private static final short AF_UNIX = 1;

  /** Most bytes of a path, without the NUL. */
  private static final int LONGEST = 107;

  private SocketAddress() {}

  static MemorySegment of(Path path, Arena arena) {
    byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
    if (name.length == 0 || name.length > LONGEST) {
      throw new IllegalArgumentException(
          "the path of a socket has 1 to %d bytes: %s".formatted(LONGEST, path));
    }
    MemorySegment address = arena.allocate(2 + name.length + 1, 2);
    address.set(ValueLayout.JAVA_SHORT, 0, AF_UNIX);
    MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, 2, name.length);
    return address;
  }
}
