package io.windlass.mounter.run;

import io.windlass.linux.LockFile;
import io.windlass.linux.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turn of a mounter to serve in a run directory, in which one mounter serves at a time. It is over
 * when the process ends, however it ends.
 */
public final class MounterTurn implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MounterTurn.class);

  /** How long a mounter that was killed may take to be gone. */
  private static final Duration ENDING = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final LockFile lock;

  private MounterTurn(LockFile lock) {
    this.lock = lock;
  }

  /**
   * Takes the turn. With {@link Upkeep.External}, waits until the keeper has made the directory and
   * no other mounter serves there.
   *
   * @throws IOException when another mounter serves there, otherwise
   */
  public static MounterTurn take(RunDirectory run, Upkeep upkeep)
      throws IOException, InterruptedException {
    return new MounterTurn(
        switch (upkeep) {
          case Upkeep.Mutual _, Upkeep.ByKeeper _ -> takeSoon(run);
          case Upkeep.External _ -> await(run);
        });
  }

  private static LockFile takeSoon(RunDirectory run) throws IOException, InterruptedException {
    long end = System.nanoTime() + ENDING.toNanos();
    while (true) {
      Optional<LockFile> lock = run.tryMounterLock();
      if (lock.isPresent()) {
        return lock.get();
      }
      if (System.nanoTime() - end > 0) {
        throw new IOException("another mounter serves in " + run.path());
      }
      Thread.sleep(PAUSE);
    }
  }

  private static LockFile await(RunDirectory run) throws InterruptedException {
    RepeatedWarning said = new RepeatedWarning(log);
    while (true) {
      try {
        requireDirectory(run);
        Optional<LockFile> lock = run.tryMounterLock();
        if (lock.isPresent()) {
          return lock.get();
        }
        said.log("waits until the other mounter in %s has ended".formatted(run.path()));
      } catch (IOException e) {
        said.log("waits for the node plugin: " + e.getMessage());
      }
      Thread.sleep(PAUSE);
    }
  }

  private static void requireDirectory(RunDirectory run) throws IOException {
    if (!Files.isDirectory(run.path(), LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("there is no run directory %s yet".formatted(run.path()));
    }
    int owner = (int) Files.getAttribute(run.path(), "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (owner != Users.own()) {
      throw new IOException(
          "the run directory %s belongs to user %d, and has to be given to user %d, of this process"
              .formatted(run.path(), owner, Users.own()));
    }
  }

  /** Lets another mounter have its turn, for a process that goes on. */
  @Override
  public void close() {
    lock.close();
  }
}
