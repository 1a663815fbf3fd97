package io.windlass.fs;

import io.windlass.store.Errno;
import java.nio.file.Path;

/**
 * The last requests that changed names, in a mapped file. One that comes again because the process
 * which carried it out died before it answered is recognised here: what it finds done already was
 * its own doing.
 *
 * <p>A ring of more slots than there can be requests without an answer:
 *
 * <pre>
 *   0 number of the request   8 whether it has begun
 * </pre>
 */
final class Deeds implements AutoCloseable {
  private static final int SLOTS = 4096;
  private static final int SLOT = 16;
  private static final int NOTHING = 0;
  private static final int BEGUN = 1;

  private final MappedFile file;
  private int next;

  private Deeds(MappedFile file) {
    this.file = file;
    long newest = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      if (file.getLong(slot * (long) SLOT) > newest) {
        newest = file.getLong(slot * (long) SLOT);
        next = (slot + 1) % SLOTS;
      }
    }
  }

  /** Opens the ring, made if it is not there. */
  static Deeds open(Path path) {
    MappedFile file = MappedFile.open(path);
    if (file.size() == 0) {
      file.grow();
    }
    return new Deeds(file);
  }

  /**
   * Carries out a request.
   *
   * @param deed is told whether the request was begun before, by a process that died
   */
  <T> T once(RequestId request, Deed<T> deed) {
    int slot = slot(request);
    boolean again = slot >= 0;
    if (!again) {
      slot = begin(request.number());
    }
    try {
      return deed.run(again);
    } catch (FsException e) {
      // What failed for an unclear reason may have happened.
      if (e.errno() != Errno.EIO && e.errno() != Errno.EAGAIN) {
        file.publish(slot * (long) SLOT + 8, NOTHING);
      }
      throw e;
    }
  }

  /** What a request does. */
  @FunctionalInterface
  interface Deed<T> {
    T run(boolean again);
  }

  private synchronized int slot(RequestId request) {
    if (request.repeated()) {
      for (int slot = 0; slot < SLOTS; slot++) {
        if (file.getInt(slot * (long) SLOT + 8) == BEGUN
            && file.getLong(slot * (long) SLOT) == request.number()) {
          return slot;
        }
      }
    }
    return -1;
  }

  private synchronized int begin(long number) {
    int slot = next;
    next = (next + 1) % SLOTS;
    file.publish(slot * (long) SLOT + 8, NOTHING);
    file.putLong(slot * (long) SLOT, number);
    file.publish(slot * (long) SLOT + 8, BEGUN);
    return slot;
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
