package io.windlass.fuse;

import io.windlass.linux.LinuxException;
import io.windlass.share.FairShares;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pool of the buffers of all sessions of a process: a few for each session, and some more for
 * detached requests, of which each session has a {@linkplain FairShares fair share}. A buffer is
 * allocated when it is first needed, and freed when sessions end.
 */
public final class BufferPool {
  private final int maxWrite;
  private final FairShares shares;
  private final FairShares.Most most;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Buffers that nobody uses. The last one returned is taken first, as it may still be in the
   * processor's caches.
   */
  private final Deque<Buffer> idle = new ArrayDeque<>();

  private int limit;
  private int existing;

  /**
   * Creates a pool without buffers.
   *
   * @param maxWrite most bytes of data in one request: a multiple of 4 KiB, up to 1 MiB
   * @param extra number of buffers beside those of the sessions' own. A detached WRITE keeps one
   *     until it is answered, a listing while it is assembled
   */
  public BufferPool(int maxWrite, int extra) {
    if (maxWrite < 4096 || maxWrite > 1 << 20 || maxWrite % 4096 != 0 || extra < 1) {
      throw new IllegalArgumentException(
          "a buffer is of 4 KiB to 1 MiB, and there is one to spare");
    }
    this.maxWrite = maxWrite;
    this.most = FairShares.Most.of(extra - extra / 4);
    this.shares = new FairShares(extra);
    this.limit = extra;
  }

  /** Returns the most bytes of data in one request. */
  public int maxWrite() {
    return maxWrite;
  }

  /**
   * Returns what a session takes buffers through. It has one more of its own than it has readers,
   * so that these go on reading, and one request after the other is answered, whatever others hold.
   */
  SessionBuffers join(int readers) {
    int own = readers + 1;
    return new SessionBuffers(this, shares.server().join(own), own, most);
  }

  /** Raises the limit by what a session has of its own. */
  void reserve(int own) {
    change(own);
  }

  /** Lowers the limit by what a session had that ended. */
  void unreserve(int own) {
    change(-own);
  }

  private void change(int by) {
    lock.lock();
    try {
      limit += by;
      while (existing > limit && !idle.isEmpty()) {
        discard(idle.removeFirst());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes a buffer with undefined content, for a unit of the shares. */
  Buffer take() {
    lock.lock();
    try {
      if (!idle.isEmpty()) {
        return idle.removeLast();
      }
      Buffer made = make();
      existing++;
      return made;
    } finally {
      lock.unlock();
    }
  }

  /** Returns a buffer that {@link #take} gave out. */
  void give(Buffer buffer) {
    lock.lock();
    try {
      if (existing > limit) {
        discard(buffer);
      } else {
        idle.addLast(buffer);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives back the memory that long requests left in buffers that nobody uses. */
  public void rest() {
    lock.lock();
    try {
      for (Buffer buffer : idle) {
        buffer.rest();
      }
    } catch (LinuxException e) {
      throw new IllegalStateException("memory could not be given back", e);
    } finally {
      lock.unlock();
    }
  }

  private Buffer make() {
    try {
      return Buffer.allocate(maxWrite);
    } catch (LinuxException e) {
      throw new IllegalStateException("no memory for requests", e);
    }
  }

  private void discard(Buffer buffer) {
    existing--;
    try {
      buffer.free();
    } catch (LinuxException e) {
      throw new IllegalStateException("memory could not be given back", e);
    }
  }
}
