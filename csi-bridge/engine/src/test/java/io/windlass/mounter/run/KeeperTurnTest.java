package io.windlass.mounter.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.windlass.linux.DescriptorListener;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.ToMounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mount never meets the end of the one that was there before. */
class KeeperTurnTest {
  @TempDir Path directory;

  private RunDirectory run;
  private long now = 1L << 40;

  @BeforeEach
  void place() {
    run = new RunDirectory(directory.resolve("run"));
  }

  /** What happens while it waits for so long. */
  private interface Meanwhile {
    void at(Duration waited) throws IOException, InterruptedException, ExecutionException;
  }

  private KeeperTurn take(Meanwhile meanwhile) throws IOException, InterruptedException {
    long began = now;
    return KeeperTurn.take(
        run,
        () -> now,
        time -> {
          now += time.toNanos();
          try {
            meanwhile.at(Duration.ofNanos(now - began));
          } catch (IOException | ExecutionException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void theNextOneWaitsUntilTheOneBeforeHasRemovedEverything() throws Exception {
    KeeperTurn before = KeeperTurn.take(run);
    Files.writeString(run.path().resolve("left"), "of the mount before");
    assertThat(KeeperTurn.tryTake(run)).isEmpty();
    try (KeeperTurn _ =
        take(waited -> {
          if (waited.toSeconds() == 30 && waited.toMillisPart() == 0) {
            assertThat(run.delete()).isTrue();
          }
          if (waited.toSeconds() == 31 && waited.toMillisPart() == 0) {
            before.close();
          }
        })) {
      assertThat(run.path()).isDirectory();
      assertThat(run.path().resolve("left")).doesNotExist();
      assertThat(KeeperTurn.tryTake(run)).as("this one has it").isEmpty();
    }
    assertThat(KeeperTurn.awaitEnd(run)).isTrue();
  }

  /** Its mount is in use where nobody sees it, as in the mount namespace of a container. */
  @Test
  void oneThatDoesNotEndByItselfIsGivenUp() throws Exception {
    KeeperTurn before = KeeperTurn.take(run);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        DescriptorListener mounter = DescriptorListener.listen(run.mounterSocket())) {
      Future<?> asked =
          threads.submit(() -> {
            try (ControlSocket<ToMounter, FromMounter> socket =
                new ControlSocket<>(mounter.accept(), ToMounter.parser())) {
              assertThat(socket.receive().orElseThrow().message().hasGiveUp()).isTrue();
            }
            return true;
          });
      try (KeeperTurn _ =
          take(waited -> {
            if (waited.toSeconds() == 20 && waited.toMillisPart() == 0) {
              asked.get();
              before.close();
            }
          })) {
        assertThat(asked).isDone();
      }
    }
  }

  @Test
  void oneThatDoesNotEndIsNamed() throws Exception {
    try (KeeperTurn _ = KeeperTurn.take(run)) {
      assertThatIOException()
          .isThrownBy(() -> take(_ -> {}))
          .withMessageContaining("has not ended in 60 s")
          .withMessageEndingWith(run.path().toString());
      assertThat(KeeperTurn.awaitEnd(run, () -> now, time -> now += time.toNanos())).isFalse();
    }
  }

  @Test
  void whatFailedLeavesItsLogAlone() throws Exception {
    run.create();
    try (MounterTurn _ = MounterTurn.take(run, new Upkeep.ByKeeper())) {
      assertThat(run.tryMounterLock()).isEmpty();
    }
    Files.writeString(run.log(), "why it failed");
    assertThat(run.deleteAllButLog()).isTrue();
    assertThat(run.path()).isDirectoryNotContaining(file -> !file.equals(run.log()));
    assertThat(run.delete()).isTrue();
    assertThat(run.path()).doesNotExist();
    assertThat(run.delete()).as("what is gone").isTrue();
  }
}
