package io.windlass.fs.inode;

import io.windlass.fs.FsException;
import io.windlass.fs.RequestId;
import io.windlass.linux.Errno;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.Semaphore;

/**
 * Cache of the last requests that changed names, in a mapped file, like the duplicate request cache
 * of NFS servers. The kernel sends a request again if the process that carried it out died before
 * it answered. Such a request is recognised here: if its effect is found done already, it did that
 * itself.
 *
 * <p>The file is a ring of slots, followed by the number of the next slot. A slot is reused in its
 * turn, long after its request was answered; a slot whose request is still being carried out is
 * skipped.
 *
 * <pre>
 *   0 number of the request   8 whether it has begun
 * </pre>
 */
public final class DuplicateRequestCache implements AutoCloseable {
  private static final int SLOTS = 4096;
  private static final int SLOT = 16;
  private static final int NOTHING = 0;
  private static final int BEGUN = 1;

  /**
   * Offset of the number of the next slot. It cannot be found from the request numbers: the kernel
   * does not send requests in their order, and a request that comes again may begin only now.
   */
  private static final long NEXT = SLOTS * (long) SLOT;

  private final MappedFile file;
  private final BitSet busy = new BitSet(SLOTS);
  private final Semaphore free = new Semaphore(SLOTS);

  private DuplicateRequestCache(MappedFile file) {
    this.file = file;
  }

  /** Opens the file. Creates it if it does not exist. */
  public static DuplicateRequestCache open(Path path) {
    MappedFile file = MappedFile.open(path);
    while (file.size() < NEXT + Integer.BYTES) {
      file.grow();
    }
    return new DuplicateRequestCache(file);
  }

  /**
   * Carries out a request.
   *
   * @param work is told whether a process that died had begun the request before
   */
  public <T> T once(RequestId request, Work<T> work) {
    free.acquireUninterruptibly();
    Turn turn = turn(request);
    try {
      return work.run(turn.again);
    } catch (FsException e) {
      // A request that failed for an unclear reason may have had its effect.
      if (e.errno() != Errno.EIO && e.errno() != Errno.EAGAIN) {
        file.setVolatile(begun(turn.slot), NOTHING);
      }
      throw e;
    } finally {
      end(turn);
      free.release();
    }
  }

  /** The work that carries out a request. */
  @FunctionalInterface
  public interface Work<T> {
    T run(boolean again);
  }

  private record Turn(int slot, boolean again) {}

  private synchronized Turn turn(RequestId request) {
    int known = request.repeated() ? find(request.number()) : -1;
    int slot = known >= 0 ? known : begin(request.number());
    busy.set(slot);
    return new Turn(slot, known >= 0);
  }

  private synchronized void end(Turn turn) {
    busy.clear(turn.slot);
  }

  private int find(long number) {
    for (int slot = 0; slot < SLOTS; slot++) {
      if (file.getInt(begun(slot)) == BEGUN && file.getLong(slot * (long) SLOT) == number) {
        return slot;
      }
    }
    return -1;
  }

  private int begin(long number) {
    int slot = file.getInt(NEXT);
    while (busy.get(slot)) {
      slot = (slot + 1) % SLOTS;
    }
    file.putInt(NEXT, (slot + 1) % SLOTS);
    file.setVolatile(begun(slot), NOTHING);
    file.putLong(slot * (long) SLOT, number);
    file.setVolatile(begun(slot), BEGUN);
    return slot;
  }

  private static long begun(int slot) {
    return slot * (long) SLOT + 8;
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
