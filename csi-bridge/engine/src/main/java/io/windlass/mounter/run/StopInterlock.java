package io.windlass.mounter.run;

import io.windlass.linux.LockFile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a keeper and its mounter from being down at the same time when both are told to end, as in
 * a rolling update of both: the mounts would die. Who may end has a lock, until it has ended. The
 * other waits for the lock, and then until the successor of the first holds every descriptor.
 *
 * <p>Who has no volume ends at once. Who has waited for its whole patience ends, too: on a node
 * that is shut down, no successor comes.
 */
public final class StopInterlock implements AutoCloseable {
  /**
   * How long to wait when no successor comes, unless configured: less than a pod's grace period.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Logger log = LoggerFactory.getLogger(StopInterlock.class);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final RunDirectory run;
  private final Party party;
  private final Duration patience;
  private Optional<LockFile> lock = Optional.empty();

  /** A process that was told to end: the keeper, or the mounter. */
  public interface Party {
    /** Returns how the log calls the process that has to hold the descriptors from now on. */
    String other();

    /** Returns the volumes that end with this process unless another holds their descriptors. */
    List<String> volumes();

    /**
     * Asks whether another living process holds the descriptors of all {@link #volumes}. Takes
     * seconds at most.
     */
    boolean othersHoldAll() throws InterruptedException;
  }

  /** Creates the interlock of one process, which waits at most for {@code patience}, all in all. */
  public StopInterlock(RunDirectory run, Party party, Duration patience) {
    this.run = run;
    this.party = party;
    this.patience = patience;
  }

  /**
   * Waits until this process may end without harm. It must go on with its work meanwhile. The lock
   * is kept until this is closed or the process has ended, so call this, and then end.
   *
   * @return false if it ends with harm, as nobody came who holds its volumes; the log says which
   */
  public boolean await() {
    long began = System.nanoTime();
    boolean said = false;
    try {
      while (!mayEnd()) {
        List<String> volumes = party.volumes();
        if (System.nanoTime() - began > patience.toNanos()) {
          log.error(
              "no {} came within {} s: this process ends, and programs that use these mounts get"
                  + " errors until they are mounted anew; written data that is not on the server"
                  + " yet stays in the staging directory: {}",
              party.other(),
              patience.toSeconds(),
              String.join(", ", volumes));
          return false;
        }
        if (!said) {
          log.info(
              "told to end, and waits for a {} that holds all mounts, {} s at most: {}",
              party.other(),
              patience.toSeconds(),
              String.join(", ", volumes));
          said = true;
        }
        Thread.sleep(PAUSE);
      }
      if (said) {
        log.info("a {} holds all mounts: this process ends", party.other());
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean mayEnd() throws InterruptedException {
    if (party.volumes().isEmpty()) {
      return true;
    }
    if (lock.isEmpty()) {
      lock = tryLock();
    }
    return lock.isPresent() && party.othersHoldAll();
  }

  private Optional<LockFile> tryLock() {
    try {
      return run.tryStopLock();
    } catch (IOException e) {
      log.debug("the lock cannot be asked for", e);
      return Optional.empty();
    }
  }

  /** Frees the lock, for a process that goes on. */
  @Override
  public void close() {
    lock.ifPresent(LockFile::close);
    lock = Optional.empty();
  }
}
