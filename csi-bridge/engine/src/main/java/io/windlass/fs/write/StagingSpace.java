package io.windlass.fs.write;

import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the bytes that staged files take on local disk, and limits them. */
final class StagingSpace {
  private static final Logger LOG = LoggerFactory.getLogger(StagingSpace.class);

  /**
   * Size in bytes of the reserve: enough for the journals of many files that are published while
   * the disk is full.
   */
  private static final int KEPT = 1 << 20;

  private final Path kept;
  private final long most;
  private final Runnable makeRoom;
  private final AtomicLong used = new AtomicLong();

  /**
   * Creates a counter.
   *
   * @param kept file that reserves disk space for what must not fail
   * @param most limit in bytes
   * @param makeRoom frees space; run before a request for space is refused
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

  /** Frees space that need not be kept. */
  void make() {
    makeRoom.run();
  }

  /**
   * Checks that {@code bytes} more fit; frees space first if they do not.
   *
   * @throws WriteException ENOSPC if they still do not fit
   */
  void need(long bytes) {
    if (bytes > 0 && bytes > most - used.get()) {
      makeRoom.run();
      check(bytes);
    }
  }

  /**
   * Checks that {@code bytes} more fit.
   *
   * @throws WriteException ENOSPC if they do not
   */
  void check(long bytes) {
    if (bytes > most - used.get()) {
      throw new WriteException(
          Errno.ENOSPC,
          "%d bytes of at most %d are staged already, and %d more are needed"
              .formatted(used.get(), most, bytes));
    }
  }

  /** Reserves disk space for what must not fail, if there is any. */
  void keep() {
    try {
      if (!Files.exists(kept)) {
        Files.write(kept, new byte[KEPT]);
      }
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("The disk that files are staged on is full");
    }
  }

  /** Frees the reserved disk space; returns whether there was any. */
  boolean release() {
    try {
      return Files.deleteIfExists(kept);
    } catch (IOException e) {
      return false;
    }
  }
}
