package io.windlass.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tells a socket that stands for systemd's. */
class ServiceManagerTest {
  private static final int AF_UNIX = 1;
  private static final int DATAGRAM_CLOEXEC = 2 | 02000000;

  @TempDir Path directory;

  @Test
  void tellsThatTheServiceIsThereAndWhoItIs() throws LinuxException {
    for (String socket :
        new String[] {directory.resolve("notify").toString(), "@windlass-" + UUID.randomUUID()}) {
      try (Arena arena = Arena.ofConfined();
          Descriptor receiver =
              Descriptor.of((int) Libc.SOCKET.call("socket", AF_UNIX, DATAGRAM_CLOEXEC, 0))) {
        MemorySegment address = SocketAddress.of(socket, arena);
        receiver.checked("bind", Libc.BIND, address.address(), address.byteSize());
        ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", socket)).orElseThrow();

        manager.ready("serves /mnt/photos");
        assertThat(received(receiver, arena).lines())
            .containsExactly(
                "MAINPID=" + ProcessHandle.current().pid(), "READY=1", "STATUS=serves /mnt/photos");
        manager.stopping("unmounts /mnt/photos");
        assertThat(received(receiver, arena).lines())
            .containsExactly("STOPPING=1", "STATUS=unmounts /mnt/photos");
      }
    }
  }

  @Test
  void whereNobodyWaitsThereIsNone() {
    assertThat(ServiceManager.of(Map.of())).isEmpty();
    assertThat(ServiceManager.of(Map.of("NOTIFY_SOCKET", "vsock:2:1234"))).isEmpty();
    assertThatExceptionOfType(LinuxException.class)
        .isThrownBy(() -> new ServiceManager(directory.resolve("none").toString()).ready("there"));
  }

  private static String received(Descriptor receiver, Arena arena) throws LinuxException {
    MemorySegment bytes = arena.allocate(512);
    long length = receiver.checked("read", Libc.READ, bytes.address(), bytes.byteSize());
    return new String(
        bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }
}
