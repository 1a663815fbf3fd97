package io.windlass.fs.write;

import io.windlass.store.Errno;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that staged files take on disk, and refuses to let them take too many. */
final class RoomKeeper {
  private final long most;
  private final Runnable makeRoom;
  private final AtomicLong used = new AtomicLong();

  /** {@code makeRoom} is run before anything is refused. */
  RoomKeeper(long most, Runnable makeRoom) {
    this.most = most;
    this.makeRoom = makeRoom;
  }

  long used() {
    return used.get();
  }

  void add(long bytes) {
    used.addAndGet(bytes);
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
}
