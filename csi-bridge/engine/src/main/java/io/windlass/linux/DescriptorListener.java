package io.windlass.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Unix socket that accepts connections at a path, from processes of this user alone. */
public final class DescriptorListener implements AutoCloseable {
  private static final int BACKLOG = 16;
  private static final int O_CLOEXEC = 02000000;
  private static final int SHUT_RDWR = 2;

  private final Descriptor socket;
  private final Path path;
  private volatile boolean closed;

  private DescriptorListener(Descriptor socket, Path path) {
    this.socket = socket;
    this.path = path;
  }

  /**
   * Creates the socket file {@code path}, accessible to its owner alone. Replaces an existing file:
   * the caller must know that no other process listens there.
   */
  public static DescriptorListener listen(Path path) throws IOException {
    Descriptor socket = DescriptorSocket.open();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = SocketAddress.of(path, arena);
      Files.deleteIfExists(path);
      socket.checked("bind " + path, Libc.BIND, address.address(), address.byteSize());
      // Before listen(2) no process can connect, whatever the permissions are.
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
      socket.checked("listen", Libc.LISTEN, BACKLOG, 0);
      return new DescriptorListener(socket, path);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /** Waits for the next connection. Fails with EINVAL or EBADF after {@link #close}. */
  public DescriptorSocket accept() throws LinuxException {
    long connection = socket.checked("accept", Libc.ACCEPT4, 0, 0, O_CLOEXEC, 0);
    return DescriptorSocket.of(Descriptor.of((int) connection));
  }

  /** Returns whether this was closed, so that no connection can be accepted any more. */
  public boolean isClosed() {
    return closed;
  }

  /** Wakes the thread that waits in {@link #accept}, and removes the socket file. */
  @Override
  public void close() throws IOException {
    closed = true;
    try {
      socket.checked("shutdown", Libc.SHUTDOWN, SHUT_RDWR, 0);
    } catch (LinuxException e) {
      // The socket is closed already.
    }
    socket.close();
    Files.deleteIfExists(path);
  }
}
