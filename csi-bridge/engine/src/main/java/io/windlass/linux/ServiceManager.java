package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * What supervises this process and waits to be told of its state, as systemd does for a service of
 * {@code Type=notify}: the protocol of sd_notify(3).
 *
 * @param socket address of its socket: a path, or a name in the abstract namespace behind an at
 *     sign
 */
public record ServiceManager(String socket) {
  /** Names the socket; systemd sets it. */
  private static final String VARIABLE = "NOTIFY_SOCKET";

  private static final int AF_UNIX = 1;
  private static final int DATAGRAM_CLOEXEC = 2 | 02000000;

  /** Returns the manager that the environment names, if there is one. */
  public static Optional<ServiceManager> of(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(VARIABLE))
        .filter(name -> name.startsWith("/") || name.startsWith("@"))
        .map(ServiceManager::new);
  }

  /** Says that the service is there, and that this process is the one to be told to stop. */
  public void ready(String status) throws LinuxException {
    tell("MAINPID=%d\nREADY=1\nSTATUS=%s".formatted(ProcessHandle.current().pid(), status));
  }

  /** Says that the service ends. */
  public void stopping(String status) throws LinuxException {
    tell("STOPPING=1\nSTATUS=" + status);
  }

  private void tell(String state) throws LinuxException {
    try (Arena arena = Arena.ofConfined();
        Descriptor sender =
            Descriptor.of((int) Libc.SOCKET.call("socket", AF_UNIX, DATAGRAM_CLOEXEC, 0))) {
      MemorySegment address = SocketAddress.of(socket, arena);
      sender.checked("connect to " + socket, Libc.CONNECT, address.address(), address.byteSize());
      byte[] text = state.getBytes(StandardCharsets.UTF_8);
      MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, text);
      sender.checked("write to " + socket, Libc.WRITE, bytes.address(), text.length);
    }
  }
}
