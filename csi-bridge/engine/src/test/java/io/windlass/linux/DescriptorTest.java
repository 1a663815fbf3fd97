package io.windlass.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class DescriptorTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void failuresCarryTheirNumber(@TempDir Path temporary) {
    assertThatThrownBy(() -> Descriptor.open(temporary.resolve("missing"), Descriptor.READ_ONLY))
        .isInstanceOfSatisfying(
            LinuxException.class,
            e -> {
              assertThat(e.errno()).hasValue(Errno.ENOENT);
              assertThat(e).hasMessage("open " + temporary.resolve("missing") + ": ENOENT");
            });
  }

  /** On virtual threads, too, whose errno is not theirs alone. */
  @Test
  void failuresAreThoseOfTheCall(@TempDir Path temporary) throws Exception {
    CompletableFuture<Errno> errno = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            Descriptor.open(temporary, Descriptor.READ_WRITE).close();
          } catch (LinuxException e) {
            errno.complete(e.errno().orElseThrow());
          }
        });
    assertThat(errno).succeedsWithin(PATIENCE).isEqualTo(Errno.EISDIR);
  }

  @Test
  void duplicatesLiveOn(@TempDir Path temporary) throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "content");
    MemorySegment memory = Pages.map(4096);
    Descriptor first = Descriptor.open(file, Descriptor.READ_ONLY);
    try (Descriptor second = first.duplicate()) {
      first.close();
      first.close();
      assertThat(first.read(memory.address(), 7)).isEqualTo(-Errno.EBADF.number());
      assertThatThrownBy(first::duplicate)
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.EBADF));
      assertThat(second.read(memory.address(), 7)).isEqualTo(7);
      assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 'c');
    } finally {
      Pages.unmap(memory);
    }
  }

  /** Its number is not free for others while somebody reads from it. */
  @Test
  void isClosedWhenItsLastUserHasLeft() throws Exception {
    try (DescriptorSocket.Pair pair = DescriptorSocket.pair()) {
      Descriptor descriptor = pair.other().descriptor();
      Path link = Path.of("/proc/self/fd/" + descriptor.number());
      Path before = Files.readSymbolicLink(link);
      MemorySegment memory = Pages.map(4096);
      CompletableFuture<Long> read = new CompletableFuture<>();
      Thread thread =
          Thread.ofPlatform().start(() -> read.complete(descriptor.read(memory.address(), 4096)));
      await().until(() -> isInRead(thread));
      descriptor.close();
      assertThat(Files.readSymbolicLink(link)).isEqualTo(before);
      pair.one().close();
      assertThat(read).succeedsWithin(PATIENCE).isEqualTo(0L);
      thread.join();
      assertThat(isLinkTo(link, before)).isFalse();
      Pages.unmap(memory);
    }
  }

  private static boolean isInRead(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("invoke"));
  }

  private static boolean isLinkTo(Path link, Path target) throws IOException {
    try {
      return Files.readSymbolicLink(link).equals(target);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Test
  void waitingThreadsAreWoken() throws Exception {
    try (DescriptorSocket.Pair pair = DescriptorSocket.pair()) {
      MemorySegment memory = Pages.map(4096);
      CompletableFuture<WakeUp> wakeUp = new CompletableFuture<>();
      CompletableFuture<Long> read = new CompletableFuture<>();
      Thread reader =
          Thread.ofPlatform()
              .start(() -> {
                try (WakeUp own = WakeUp.ofCurrentThread()) {
                  wakeUp.complete(own);
                  read.complete(pair.other().descriptor().read(memory.address(), 4096));
                } catch (LinuxException e) {
                  wakeUp.completeExceptionally(e);
                }
              });
      await()
          .until(() -> {
            wakeUp.join().wake();
            return read.isDone();
          });
      assertThat(read).isCompletedWithValue((long) -Errno.EINTR.number());
      reader.join();
      wakeUp.join().wake();
      Pages.unmap(memory);
    }
  }

  @Test
  void virtualThreadsCannotBeWoken() throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            WakeUp.ofCurrentThread();
          } catch (Exception e) {
            thrown.complete(e);
          }
        });
    assertThat(thrown).succeedsWithin(PATIENCE).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void timeLimitsHold() throws Exception {
    CompletableFuture<Void> never = new CompletableFuture<>();
    assertThatThrownBy(() -> TimeLimit.run("wait", Duration.ofMillis(20), never::join))
        .isInstanceOfSatisfying(
            LinuxException.class, e -> assertThat(e.errno()).hasValue(Errno.ETIMEDOUT));
    never.complete(null);
    assertThatThrownBy(() ->
            TimeLimit.run(
                "fail",
                PATIENCE,
                () -> {
                  throw new LinuxException("inner", Errno.EBUSY.number());
                }))
        .hasMessage("fail: EBUSY");
    assertThatThrownBy(() ->
            TimeLimit.run(
                "fail",
                PATIENCE,
                () -> {
                  throw new IllegalArgumentException("inner");
                }))
        .isInstanceOf(IllegalStateException.class);
    TimeLimit.run("succeed", PATIENCE, () -> {});
  }

  @Test
  void memoryIsThere() throws Exception {
    MemorySegment memory = Pages.map(1 << 20);
    assertThat(memory.byteSize()).isEqualTo(1 << 20);
    assertThat(memory.address() % Pages.size()).isZero();
    memory.fill((byte) 1);
    Pages.unmap(memory);
  }
}
