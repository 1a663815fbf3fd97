package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.BufferPool;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorListener;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.Users;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.keeper.ServeException;
import io.windlass.mounter.run.MounterTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.StopInterlock;
import io.windlass.mounter.run.Upkeep;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Volume;
import io.windlass.testing.Missing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A keeper whose mounter somebody else starts, and the order in which the two end. */
class ExternalMounterTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final ProgressDeadline DEADLINE = new ProgressDeadline(PATIENCE, "a setting");

  @TempDir Path directory;

  private Keeper keeper(RunDirectory run) throws IOException {
    return Keeper.ofExternal(run, DEADLINE);
  }

  /** Starts a mounter as somebody else does, in this process. */
  private static Thread mounter(RunDirectory run) {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try (MounterTurn _ = MounterTurn.take(run, new Upkeep.External())) {
            new Mounter(
                    run,
                    "test",
                    "commit",
                    new BufferPool(Mounter.MAX_REQUEST, 1),
                    new NoVolumes(),
                    new Upkeep.External(),
                    Mounter.SENDING,
                    Mounter.FIRST_KEEPER,
                    Suspects.none(),
                    Optional.empty())
                .run();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static boolean answers(Keeper keeper) {
    try {
      keeper.requireMounter();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void whatCannotBeOpenedForWhateverReasonIsTold() throws Exception {
    RunDirectory run = new RunDirectory(directory.resolve("run"));
    Thread mounter = mounter(run);
    try (Keeper keeper = keeper(run)) {
      await().until(() -> answers(keeper));
      for (String id : List.of("refused", NoVolumes.FAULT)) {
        KeyedVolume volume =
            new KeyedVolume(
                Volume.newBuilder().setId(id).build(), Optional.empty(), Optional.empty());
        Descriptor device = Descriptor.open(Path.of("/dev/null"), Descriptor.READ_WRITE);
        assertThatExceptionOfType(ServeException.class)
            .isThrownBy(() -> keeper.serve(volume, device));
      }
    }
    mounter.interrupt();
    mounter.join();
  }

  @Test
  void eitherMayComeFirstAndComeAgain() throws Exception {
    RunDirectory run = new RunDirectory(directory.resolve("run"));
    Thread first = mounter(run); // before there is a directory
    Thread second;
    try (Keeper keeper = keeper(run)) {
      await().until(() -> answers(keeper));
      second = mounter(run); // it waits
      first.interrupt();
      first.join();
      await().until(() -> answers(keeper));
    }
    try (Keeper next = keeper(run)) {
      await().until(() -> answers(next));
    }
    assertThat(second.isAlive()).as("it stays without a keeper").isTrue();
    second.interrupt();
    second.join();
  }

  @Test
  void aMounterOfAnotherUserIsToldNothing() throws Exception {
    if (Users.own() != Users.ROOT) {
      throw Missing.of("the rights of root", "only root can give directories away");
    }
    RunDirectory run = new RunDirectory(directory.resolve("run"), Optional.of(12_345));
    try (Keeper keeper = keeper(run)) {
      Files.setAttribute(run.path(), "unix:uid", Users.own(), LinkOption.NOFOLLOW_LINKS);
      try (DescriptorListener ofRoot = DescriptorListener.listen(run.mounterSocket())) {
        // The keeper looks for it again and again.
        for (int looks = 0; looks < 3; looks++) {
          try (DescriptorSocket socket = ofRoot.accept()) {
            assertThat(socket.receive(1 << 17)).as("what it is told").isEmpty();
          }
          assertThat(answers(keeper)).isFalse();
        }
      }
    }
  }

  /** A process that was told to end. */
  private static final class Told implements StopInterlock.Party {
    final AtomicBoolean held = new AtomicBoolean();
    List<String> volumes = List.of("a volume");

    @Override
    public String other() {
      return "other one";
    }

    @Override
    public List<String> volumes() {
      return volumes;
    }

    @Override
    public boolean othersHoldAll() {
      return held.get();
    }
  }

  @Test
  void oneEndsAfterTheOther() throws Exception {
    RunDirectory run = new RunDirectory(directory.resolve("run")).create();
    Told one = new Told();
    Told other = new Told();
    one.held.set(true);
    CompletableFuture<Boolean> second;
    try (StopInterlock first = new StopInterlock(run, one, PATIENCE)) {
      assertThat(first.await()).isTrue();
      second = CompletableFuture.supplyAsync(() -> new StopInterlock(run, other, PATIENCE).await());
      assertThat(run.tryStopLock()).as("the first one has it").isEmpty();
      assertThat(second).isNotDone();
    }
    assertThat(second).isNotDone();
    other.held.set(true);
    assertThat(second.join()).isTrue();
  }

  @Test
  void oneThatNobodyFollowsEndsAfterItsPatienceAndOneWithoutVolumesAtOnce() throws Exception {
    RunDirectory run = new RunDirectory(directory.resolve("run")).create();
    Told alone = new Told();
    assertThat(new StopInterlock(run, alone, Duration.ofMillis(100)).await()).isFalse();
    Told empty = new Told();
    empty.volumes = List.of();
    assertThat(new StopInterlock(run, empty, PATIENCE).await()).isTrue();
  }
}
