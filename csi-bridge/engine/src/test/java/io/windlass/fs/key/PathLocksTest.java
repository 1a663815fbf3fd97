package io.windlass.fs.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.FsException;
import io.windlass.fs.testing.WaitingThreads;
import io.windlass.linux.Errno;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathLocksTest {
  private final WaitingThreads waiting = new WaitingThreads();
  private final PathLocks locks = new PathLocks(waiting);

  private Thread waiting(Supplier<PathLocks.Held> taken) {
    Thread thread = Thread.ofPlatform().daemon().start(() -> taken.get().close());
    waiting.await(thread);
    assertThat(waiting.contains(thread)).as("it waits").isTrue();
    return thread;
  }

  @Test
  void thoseWhoChangeSomethingDoNotWaitForEachOther() {
    try (PathLocks.Held _ = locks.share(List.of("a"));
        PathLocks.Held _ = locks.share(List.of("a", "a/b"))) {
      assertThat(locks).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "b", "a.b", "c"})
  void whatIsBesideARenameDoesNotWait(String path) {
    try (PathLocks.Held _ = locks.take(List.of("a", "x/a"));
        PathLocks.Held _ = locks.share(List.of(path));
        PathLocks.Held _ = locks.take(List.of("y"))) {
      assertThat(locks).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "x/a", "x/a/b/c"})
  void whatIsInARenameWaits(String path) throws InterruptedException {
    Thread other;
    try (PathLocks.Held _ = locks.take(List.of("a", "x/a"))) {
      other = waiting(() -> locks.share(List.of("z", path)));
    }
    other.join();
  }

  @Test
  void aRenameWaitsForThoseBelowAndForAnotherAround() throws InterruptedException {
    Thread below;
    try (PathLocks.Held _ = locks.share(List.of("a/b"))) {
      below = waiting(() -> locks.take(List.of("a")));
    }
    below.join();
    Thread around;
    try (PathLocks.Held _ = locks.take(List.of("a/b"))) {
      around = waiting(() -> locks.take(List.of("a")));
    }
    around.join();
  }

  @Test
  void oneWhoIsInterruptedHoldsNothing() throws InterruptedException {
    AtomicReference<Errno> errno = new AtomicReference<>();
    try (PathLocks.Held _ = locks.share(List.of("a/b"))) {
      Thread other =
          waiting(() -> {
            try {
              return locks.take(List.of("a"));
            } catch (FsException e) {
              errno.set(e.errno());
              return locks.share(List.of("elsewhere"));
            }
          });
      other.interrupt();
      other.join();
      try (PathLocks.Held _ = locks.share(List.of("a/c"))) {
        assertThat(errno).hasValue(Errno.EINTR);
      }
    }
  }
}
