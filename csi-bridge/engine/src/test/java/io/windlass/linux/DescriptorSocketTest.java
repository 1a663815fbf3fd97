package io.windlass.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class DescriptorSocketTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static String text(DescriptorSocket.Message message) {
    return new String(message.bytes().toArray(ValueLayout.JAVA_BYTE), UTF_8);
  }

  private static String read(Descriptor file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocate(100);
      long length = file.read(content.address(), content.byteSize());
      return new String(content.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), UTF_8);
    }
  }

  @Test
  void descriptorsArePassedBothWays(@TempDir Path temporary) throws Exception {
    Path one = Files.writeString(temporary.resolve("one"), "content of one");
    Path two = Files.writeString(temporary.resolve("two"), "content of two");
    try (DescriptorSocket.Pair pair = DescriptorSocket.pair();
        Descriptor first = Descriptor.open(one, Descriptor.READ_ONLY);
        Descriptor second = Descriptor.open(two, Descriptor.READ_ONLY)) {
      pair.one().send("two".getBytes(UTF_8), List.of(first, second));
      DescriptorSocket.Message message = pair.other().receive(100).orElseThrow();
      assertThat(text(message)).isEqualTo("two");
      assertThat(message.descriptors()).hasSize(2);
      assertThat(message.descriptors().stream().map(DescriptorSocketTest::read))
          .containsExactly("content of one", "content of two");
      for (Descriptor descriptor : message.descriptors()) {
        assertThat(isCloseOnExec(descriptor)).isTrue();
        descriptor.close();
      }
      pair.other().send("none".getBytes(UTF_8), List.of());
      DescriptorSocket.Message answer = pair.one().receive(100).orElseThrow();
      assertThat(text(answer)).isEqualTo("none");
      assertThat(answer.descriptors()).isEmpty();
    }
  }

  private static boolean isCloseOnExec(Descriptor descriptor) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/fdinfo/" + descriptor.number()))) {
      String flags = lines.filter(line -> line.startsWith("flags:")).findAny().orElseThrow();
      return (Long.parseLong(flags.substring(6).trim(), 8) & 02000000) != 0;
    }
  }

  /** Descriptors that come with a message that is too large are closed. */
  @Test
  void messagesThatDoNotFitAreRefused(@TempDir Path temporary) throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "content");
    try (DescriptorSocket.Pair pair = DescriptorSocket.pair();
        Descriptor open = Descriptor.open(file, Descriptor.READ_ONLY)) {
      pair.one().send(new byte[101], List.of(open));
      assertThatThrownBy(() -> pair.other().receive(100))
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.EMSGSIZE));
      try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
        assertThat(descriptors.filter(link -> isLinkTo(link, file))).hasSize(1);
      }
      pair.one().send(new byte[100], Collections.nCopies(253, open));
      List<Descriptor> many = pair.other().receive(100).orElseThrow().descriptors();
      assertThat(many).hasSize(253);
      many.forEach(Descriptor::close);
      assertThatThrownBy(() -> pair.one().send(new byte[1], Collections.nCopies(254, open)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> pair.one().send(new byte[0], List.of()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static boolean isLinkTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void theOtherEndIsSeenToClose() throws Exception {
    try (DescriptorSocket.Pair pair = DescriptorSocket.pair()) {
      pair.one().send(new byte[] {1}, List.of());
      pair.one().close();
      assertThat(pair.other().receive(100)).isPresent();
      assertThat(pair.other().receive(100)).isEmpty();
      assertThatThrownBy(() -> pair.other().send(new byte[1], List.of()))
          .isInstanceOf(LinuxException.class);
    }
  }

  @Test
  void waitingEnds() throws Exception {
    try (DescriptorSocket.Pair pair = DescriptorSocket.pair()) {
      pair.one().setTimeout(Duration.ofMillis(50));
      assertThatThrownBy(() -> pair.one().receive(100))
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.EAGAIN));
      CompletableFuture<Boolean> ended = new CompletableFuture<>();
      Thread.ofPlatform()
          .start(() -> {
            try {
              ended.complete(pair.other().receive(100).isEmpty());
            } catch (LinuxException e) {
              // It was closed before this began to wait.
              ended.complete(e.is(Errno.EBADF));
            }
          });
      pair.other().close();
      assertThat(ended).succeedsWithin(PATIENCE).isEqualTo(true);
    }
  }

  @Test
  void connectionsAreMadeByPath(@TempDir Path temporary) throws Exception {
    Path path = temporary.resolve("socket");
    Files.writeString(path, "left over");
    try (DescriptorListener listener = DescriptorListener.listen(path)) {
      assertThat(Files.getPosixFilePermissions(path))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      try (DescriptorSocket client = DescriptorSocket.connect(path, PATIENCE);
          DescriptorSocket server = listener.accept()) {
        assertThat(server.peer().pid()).isEqualTo((int) ProcessHandle.current().pid());
        assertThat(server.peer().uid()).isEqualTo(Files.getAttribute(path, "unix:uid"));
        client.send("hello".getBytes(UTF_8), List.of(client.descriptor()));
        DescriptorSocket.Message message = server.receive(100).orElseThrow();
        assertThat(text(message)).isEqualTo("hello");
        message.descriptors().forEach(Descriptor::close);
      }
    }
    assertThat(path).doesNotExist();
    assertThatThrownBy(() -> DescriptorSocket.connect(path, PATIENCE))
        .isInstanceOfSatisfying(
            LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.ENOENT));
    assertThatThrownBy(() -> DescriptorSocket.connect(temporary.resolve("x".repeat(100)), PATIENCE))
        .isInstanceOfSatisfying(
            LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.ENAMETOOLONG));
  }

  @Test
  void aListenerThatAcceptsNobodyIsNotWaitedForWithoutEnd(@TempDir Path temporary)
      throws Exception {
    Path path = temporary.resolve("socket");
    List<DescriptorSocket> waiting = new ArrayList<>();
    try (DescriptorListener _ = DescriptorListener.listen(path)) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  waiting.add(DescriptorSocket.connect(path, Duration.ofMillis(50)));
                }
              })
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.is(Errno.EAGAIN)).isTrue());
      assertThat(waiting).isNotEmpty();
    } finally {
      waiting.forEach(DescriptorSocket::close);
    }
  }

  @Test
  void waitingForConnectionsEnds(@TempDir Path temporary) throws Exception {
    DescriptorListener listener = DescriptorListener.listen(temporary.resolve("socket"));
    CompletableFuture<LinuxException> ended = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            listener.accept().close();
          } catch (LinuxException e) {
            ended.complete(e);
          }
        });
    listener.close();
    assertThat(ended).succeedsWithin(PATIENCE);
  }
}
