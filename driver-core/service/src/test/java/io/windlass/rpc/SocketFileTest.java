package io.windlass.rpc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.observe.Tracing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules for the socket's file, with a real server on each transport. */
class SocketFileTest {
  @TempDir private Path directory;
  private Path socket = Path.of("");

  @BeforeEach
  void inADirectoryThatIsNotThere() {
    socket = directory.resolve("var/lib/driver.sock");
  }

  private UnixServer start(Transport transport) throws IOException {
    return start(transport, 0660, Optional.empty());
  }

  private UnixServer start(Transport transport, int mode, Optional<String> group)
      throws IOException {
    return UnixServer.start(
        new ServerSettings(
            new UnixEndpoint(socket), mode, group, Duration.ofSeconds(20), transport),
        TestService.RULES,
        new SimpleMeterRegistry(),
        Tracing.off(),
        List.of(TestService.echo()));
  }

  private void assertAnswers() {
    try (UnixChannel channel = UnixChannel.open(socket.toString())) {
      assertThat(TestService.call(channel.grpc(), TestProto.EMPTY)).isEqualTo(TestProto.EMPTY);
    }
  }

  private List<Path> beside() throws IOException {
    try (Stream<Path> files = Files.list(socket.getParent())) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void makesTheParentAndTheSocketAndNothingElse(Transport transport) throws IOException {
    try (UnixServer server = start(transport)) {
      assertThat(server.endpoint()).hasToString("unix://" + socket);
      assertThat(beside()).containsExactly(socket);
      assertAnswers();
    }
    assertThat(beside()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void setsModeAndGroup(Transport transport) throws IOException {
    PosixFileAttributes own = Files.readAttributes(directory, PosixFileAttributes.class);
    String number = Files.getAttribute(directory, "unix:gid").toString();
    for (String group : List.of(own.group().getName(), number)) {
      try (UnixServer _ = start(transport, 0620, Optional.of(group))) {
        PosixFileAttributes attributes = Files.readAttributes(socket, PosixFileAttributes.class);
        assertThat(PosixFilePermissions.toString(attributes.permissions())).isEqualTo("rw--w----");
        assertThat(attributes.group()).isEqualTo(own.group());
      }
    }
  }

  @Test
  void unknownGroupIsToldAndNothingIsMade() {
    assertThatThrownBy(() -> start(Transport.best(), 0660, Optional.of("no-such-group")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-group");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void replacesASocketThatNothingAnswersOn(Transport transport) throws IOException {
    Files.createDirectories(socket.getParent());
    listen(16).close();
    assertThat(socket).exists();
    try (UnixServer _ = start(transport)) {
      assertAnswers();
    }
    assertThat(socket).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void leavesALiveSocketAlone(Transport transport) throws IOException {
    try (UnixServer _ = start(transport)) {
      assertThatThrownBy(() -> start(transport))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process listens on " + socket);
      assertAnswers();
    }
  }

  /** Another process listens and is too busy to accept: connecting would wait. */
  @Test
  void aFullBacklogIsALiveSocket() throws IOException {
    Files.createDirectories(socket.getParent());
    try (ServerSocketChannel busy = listen(1);
        SocketChannel first = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        SocketChannel second = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      assertThat(List.of(busy, first, second)).allMatch(Channel::isOpen);
      assertThatThrownBy(() -> start(Transport.best())).hasMessageContaining("listens on");
      assertThat(socket).exists();
    }
  }

  @Test
  void leavesAloneWhatIsNoSocket() throws IOException {
    Files.createDirectories(socket.getParent());
    Files.writeString(socket, "precious");
    assertThatThrownBy(() -> start(Transport.best()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a socket");
    assertThat(socket).hasContent("precious");

    Files.delete(socket);
    Files.createDirectory(socket);
    assertThatThrownBy(() -> start(Transport.best())).hasMessageContaining("not a socket");
    assertThat(socket).isDirectory();

    Files.delete(socket);
    Files.createSymbolicLink(socket, directory.resolve("elsewhere"));
    assertThatThrownBy(() -> start(Transport.best())).hasMessageContaining("not a socket");
    assertThat(Files.isSymbolicLink(socket)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void leavesAloneASocketThatTookItsPlace(Transport transport) throws IOException {
    try (UnixServer _ = start(transport)) {
      Path another = directory.resolve("another.sock");
      ServerSocketChannel.open(StandardProtocolFamily.UNIX)
          .bind(UnixDomainSocketAddress.of(another))
          .close();
      Files.move(another, socket, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(socket).exists();
  }

  @ParameterizedTest
  @EnumSource
  void stopsWhenTheSocketIsGone(Transport transport) throws IOException {
    try (UnixServer _ = start(transport)) {
      Files.delete(socket);
    }
    assertThat(beside()).isEmpty();
  }

  private ServerSocketChannel listen(int backlog) throws IOException {
    return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(socket), backlog);
  }

  /**
   * The directory cannot be read, as a symbolic link to itself is in its place, while the server
   * looks whether the socket is still its own. It is back, with a successor's socket, when the
   * listener is closed.
   */
  @ParameterizedTest
  @EnumSource
  void aSocketThatCouldNotBeLookedAtIsNotRemoved(Transport transport) throws IOException {
    UnixServer server = start(transport);
    Path folder = requireNonNull(socket.getParent());
    Files.move(folder, directory.resolve("away"));
    Files.createSymbolicLink(folder, folder.getFileName());
    try (CapturedLog log = CapturedLog.of(UnixServer.class.getName(), this::succeed)) {
      server.close();
      assertThat(log.lines()).anyMatch(line -> line.contains("could not be removed"));
    }
    assertThat(socket).exists();
  }

  private void succeed(String message) {
    if (!message.contains("could not be removed")) {
      return;
    }
    try {
      Files.delete(socket.getParent());
      Files.createDirectory(socket.getParent());
      Files.createFile(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
