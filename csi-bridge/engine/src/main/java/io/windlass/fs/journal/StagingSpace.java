package io.windlass.fs.journal;

import io.windlass.linux.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the bytes that staged files of a volume take on local disk, and limits them: to a number,
 * and to seven eighths of what others leave it of the disk. So a volume whose server takes nothing
 * does not fill the disk for the others.
 */
public final class StagingSpace {
  private static final Logger log = LoggerFactory.getLogger(StagingSpace.class);

  /**
   * Size in bytes of the reserve: enough for the journals of many files that are published while
   * the disk is full.
   */
  private static final int KEPT = 1 << 20;

  /** Part of what others leave of the disk that the volume leaves free, as its inverse. */
  private static final int LEFT = 8;

  /** Bytes that may be staged until the free space of the disk is looked at again. */
  private static final long LOOK = 16 << 20;

  private final Path kept;
  private final LongSupplier disk;
  private final long most;
  private final Runnable makeRoom;
  private final AtomicLong used = new AtomicLong();

  /** Bytes that may be staged before the disk is looked at. */
  private final AtomicLong unseen = new AtomicLong();

  /**
   * Creates a counter.
   *
   * @param kept file that reserves disk space for what must not fail
   * @param disk returns the bytes that the disk has free
   * @param most limit in bytes
   * @param makeRoom frees space; run before a request for space is refused
   */
  public StagingSpace(Path kept, LongSupplier disk, long most, Runnable makeRoom) {
    this.kept = kept;
    this.disk = disk;
    this.most = most;
    this.makeRoom = makeRoom;
  }

  public long used() {
    return used.get();
  }

  public void add(long bytes) {
    used.addAndGet(bytes);
  }

  /** Frees space that need not be kept. */
  public void make() {
    makeRoom.run();
  }

  /**
   * Checks that {@code bytes} more fit; frees space first if they do not.
   *
   * @throws WriteException ENOSPC if they still do not fit
   */
  public void need(long bytes) {
    if (!fits(bytes)) {
      makeRoom.run();
      check(bytes);
    }
  }

  /**
   * Checks that {@code bytes} more fit.
   *
   * @throws WriteException ENOSPC if they do not
   */
  public void check(long bytes) {
    if (!fits(bytes)) {
      throw new WriteException(
          Errno.ENOSPC,
          "%d bytes of at most %d are staged already, and %d more are needed"
              .formatted(used.get(), Math.min(most, share()), bytes));
    }
  }

  /** What needs nothing fits, also when others have filled the disk. */
  private boolean fits(long bytes) {
    if (bytes <= 0) {
      return true;
    }
    long then = used.get() + bytes;
    if (bytes > most - used.get()) {
      return false;
    }
    if (then <= unseen.get()) {
      return true;
    }
    long share = share();
    unseen.set(Math.min(share, then + LOOK));
    return then <= share;
  }

  /** Returns the most bytes that the volume may stage so that something stays for others. */
  private long share() {
    long left = used.get() + disk.getAsLong();
    return left - left / LEFT;
  }

  /** Reserves disk space for what must not fail, if there is any. */
  public void keep() {
    try {
      if (!Files.exists(kept)) {
        Files.write(kept, new byte[KEPT]);
      }
    } catch (IOException e) {
      log.debug("the disk that files are staged on is full", e);
    }
  }

  /** Frees the reserved disk space; returns whether there was any. */
  public boolean release() {
    try {
      return Files.deleteIfExists(kept);
    } catch (IOException e) {
      return false;
    }
  }
}
