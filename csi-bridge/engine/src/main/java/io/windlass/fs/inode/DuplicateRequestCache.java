package io.windlass.fs.inode;

import io.windlass.fs.FsException;
import io.windlass.fs.RequestId;
import io.windlass.store.Errno;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.Semaphore;

/**
 * The last requests that changed names, in a mapped file, as servers of NFS keep them. One that
 * comes again because the process which carried it out died before it answered is recognised here:
 * what it finds done already was its own doing.
 *
 * <p>A ring of slots, and behind them which is the next. A slot is taken again in its turn, long
 * after its request was answered; one of a request that is still being carried out is passed over.
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
   * Where it says which slot is next. The numbers do not tell: the kernel does not ask in their
   * order, and what comes again may have begun only now.
   */
  private static final long NEXT = SLOTS * (long) SLOT;

  private final MappedFile file;
  private final BitSet busy = new BitSet(SLOTS);
  private final Semaphore free = new Semaphore(SLOTS);

  private DuplicateRequestCache(MappedFile file) {
    this.file = file;
  }

  /** Opens the ring, made if it is not there. */
  public static DuplicateRequestCache open(Path path) {
    MappedFile file = MappedFile.open(path);
    if (file.size() == 0) {
      file.grow();
    }
    return new DuplicateRequestCache(file);
  }

  /**
   * Carries out a request.
   *
   * @param work is told whether the request was begun before, by a process that died
   */
  public <T> T once(RequestId request, Work<T> work) {
    free.acquireUninterruptibly();
    Turn turn = turn(request);
    try {
      return work.run(turn.again);
    } catch (FsException e) {
      // What failed for an unclear reason may have happened.
      if (e.errno() != Errno.EIO && e.errno() != Errno.EAGAIN) {
        file.publish(begun(turn.slot), NOTHING);
      }
      throw e;
    } finally {
      end(turn);
      free.release();
    }
  }

  /** What a request does. */
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
    file.publish(begun(slot), NOTHING);
    file.putLong(slot * (long) SLOT, number);
    file.publish(begun(slot), BEGUN);
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
