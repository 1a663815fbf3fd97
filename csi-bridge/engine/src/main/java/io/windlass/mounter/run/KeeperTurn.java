package io.windlass.mounter.run;

import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Turn of a keeper to use a run directory, for mounts by hand: one keeper at a time uses it, and
 * removes it in the end. The turn is over when the process ends, however it ends. So a mount never
 * meets the end of the one that was there before.
 */
public final class KeeperTurn implements AutoCloseable {
  /**
   * How long the keeper before may take to end after its mount was taken away: its mounter still
   * sends what was written, for {@link io.windlass.mounter.volume.BucketVolume#FINISHING} at most.
   */
  private static final Duration ENDING = Duration.ofMinutes(1);

  /**
   * After which its mount is taken for one that is in use where nobody sees it, as its copy in the
   * mount namespace of a container, and given up.
   */
  private static final Duration IN_USE = Duration.ofSeconds(15);

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final LockFile lock;

  private KeeperTurn(LockFile lock) {
    this.lock = lock;
  }

  /** Lets time pass between two looks. */
  @FunctionalInterface
  public interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  /**
   * Takes the turn, and creates the directory. Waits for the end of the keeper that has it.
   *
   * @throws IOException when that keeper does not end, which the message explains, or the directory
   *     cannot be used
   */
  public static KeeperTurn take(RunDirectory run) throws IOException, InterruptedException {
    return take(run, System::nanoTime, Thread::sleep);
  }

  static KeeperTurn take(RunDirectory run, LongSupplier nanos, Pause pause)
      throws IOException, InterruptedException {
    long began = nanos.getAsLong();
    boolean givenUp = false;
    while (true) {
      Optional<KeeperTurn> turn = tryTake(run.create());
      if (turn.isPresent()) {
        return turn.get();
      }
      if (!givenUp && nanos.getAsLong() - began > IN_USE.toNanos()) {
        givenUp = true;
        GiveUpRequest.send(run);
      }
      if (nanos.getAsLong() - began > ENDING.toNanos()) {
        throw new IOException(
            "the last mount at this place has not ended in %d s: programs still use it, or its"
                    .formatted(ENDING.toSeconds())
                + " process stands still; its run directory is "
                + run.path());
      }
      pause.of(PAUSE);
    }
  }

  /**
   * Waits until no keeper has the turn: its mount has ended, with all that it had to do.
   *
   * @return false if that takes too long
   */
  public static boolean awaitEnd(RunDirectory run) throws IOException, InterruptedException {
    return awaitEnd(run, System::nanoTime, Thread::sleep);
  }

  static boolean awaitEnd(RunDirectory run, LongSupplier nanos, Pause pause)
      throws IOException, InterruptedException {
    long began = nanos.getAsLong();
    while (Files.exists(run.path())) {
      Optional<KeeperTurn> turn = tryTake(run);
      if (turn.isPresent()) {
        turn.get().close();
        return true;
      }
      if (nanos.getAsLong() - began > ENDING.toNanos()) {
        return false;
      }
      pause.of(PAUSE);
    }
    return true;
  }

  /** Takes the turn if nobody has it and the directory is there. */
  public static Optional<KeeperTurn> tryTake(RunDirectory run) throws IOException {
    Optional<LockFile> lock;
    try {
      lock = run.tryKeeperLock();
    } catch (LinuxException e) {
      if (e.is(Errno.ENOENT)) {
        return Optional.empty(); // the keeper before has just removed the directory
      }
      throw e;
    }
    if (lock.isPresent() && !run.isKeeperLock(lock.get())) {
      lock.get().close(); // of a file that the keeper before has removed meanwhile
      return Optional.empty();
    }
    return lock.map(KeeperTurn::new);
  }

  /** Lets another keeper have its turn, for a process that goes on. */
  @Override
  public void close() {
    lock.close();
  }
}
