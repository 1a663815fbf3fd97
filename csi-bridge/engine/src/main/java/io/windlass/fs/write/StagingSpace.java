package io.windlass.fs.write;

import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the bytes that staged files take on disk, and refuses to let them take too many. */
final class StagingSpace {
  private static final Logger LOG = LoggerFactory.getLogger(StagingSpace.class);

  /** Enough for the journals of many files that are published while the disk is full. */
  private static final int KEPT = 1 << 20;

  private final Path kept;
  private final long most;
  private final Runnable makeRoom;
  private final AtomicLong used = new AtomicLong();

  /**
   * {@code makeRoom} is run before anything is refused.
   *
   * @param kept a file that takes room for what must not fail
   */
  StagingSpace(Path kept, long most, Runnable makeRoom) {
    this.kept = kept;
    this.most = most;
    this.makeRoom = makeRoom;
  }

  long used() {
    return used.get();
  }

  void add(long bytes) {
    used.addAndGet(bytes);
  }

  /** Gives up what need not be kept. */
  void make() {
    makeRoom.run();
  }

  /** Makes sure that so much more fits in. */
  void need(long bytes) {
    if (bytes > 0 && bytes > most - used.get()) {
      makeRoom.run();
      check(bytes);
    }
  }

  /** Refuses if so much more does not fit in. */
  void check(long bytes) {
    if (bytes > most - used.get()) {
      throw new WriteException(
          Errno.ENOSPC,
          "%d bytes of at most %d are staged already, and %d more are needed"
              .formatted(used.get(), most, bytes));
    }
  }

  /** Keeps some room for what must not fail, as far as there is any. */
  void keep() {
    try {
      if (!Files.exists(kept)) {
        Files.write(kept, new byte[KEPT]);
      }
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("The disk that files are staged on is full");
    }
  }

  /** Gives up the room that was kept; whether there was any. */
  boolean release() {
    try {
      return Files.deleteIfExists(kept);
    } catch (IOException e) {
      return false;
    }
  }
}
