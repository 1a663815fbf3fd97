package io.windlass.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.store.Errno;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameLocksTest {
  private final NameLocks locks = new NameLocks();

  private Thread waiting(Supplier<NameLocks.Held> taken) {
    Thread thread = Thread.ofPlatform().daemon().start(() -> taken.get().close());
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return thread;
  }

  @Test
  void thoseWhoChangeSomethingDoNotWaitForEachOther() {
    try (NameLocks.Held _ = locks.share(List.of("a"));
        NameLocks.Held _ = locks.share(List.of("a", "a/b"))) {
      assertThat(locks).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "b", "a.b", "c"})
  void whatIsBesideARenameDoesNotWait(String path) {
    try (NameLocks.Held _ = locks.take(List.of("a", "x/a"));
        NameLocks.Held _ = locks.share(List.of(path));
        NameLocks.Held _ = locks.take(List.of("y"))) {
      assertThat(locks).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "x/a", "x/a/b/c"})
  void whatIsInARenameWaits(String path) throws InterruptedException {
    Thread other;
    try (NameLocks.Held _ = locks.take(List.of("a", "x/a"))) {
      other = waiting(() -> locks.share(List.of("z", path)));
    }
    other.join();
  }

  @Test
  void aRenameWaitsForThoseBelowAndForAnotherAround() throws InterruptedException {
    Thread below;
    try (NameLocks.Held _ = locks.share(List.of("a/b"))) {
      below = waiting(() -> locks.take(List.of("a")));
    }
    below.join();
    Thread around;
    try (NameLocks.Held _ = locks.take(List.of("a/b"))) {
      around = waiting(() -> locks.take(List.of("a")));
    }
    around.join();
  }

  @Test
  void oneWhoIsInterruptedHoldsNothing() throws InterruptedException {
    AtomicReference<Errno> errno = new AtomicReference<>();
    try (NameLocks.Held _ = locks.share(List.of("a/b"))) {
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
      try (NameLocks.Held _ = locks.share(List.of("a/c"))) {
        assertThat(errno).hasValue(Errno.EINTR);
      }
    }
  }
}
