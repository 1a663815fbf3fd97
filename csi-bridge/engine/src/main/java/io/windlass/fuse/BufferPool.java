package io.windlass.fuse;

import io.windlass.linux.LinuxException;
import io.windlass.linux.Pages;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pool of the buffers of all sessions of a process: one for each reader, and some more for detached
 * requests. A buffer is allocated when it is first needed, with all its pages present, and freed
 * when sessions end.
 */
public final class BufferPool {
  private final int maxWrite;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

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
   * @param extra number of buffers beside those of the readers. A detached WRITE keeps one until it
   *     is answered, a listing while it is assembled
   */
  public BufferPool(int maxWrite, int extra) {
    if (maxWrite < 4096 || maxWrite > 1 << 20 || maxWrite % 4096 != 0 || extra < 1) {
      throw new IllegalArgumentException(
          "a buffer is of 4 KiB to 1 MiB, and there is one to spare");
    }
    this.maxWrite = maxWrite;
    this.limit = extra;
  }

  /** Returns the most bytes of data in one request. */
  public int maxWrite() {
    return maxWrite;
  }

  /** Raises the limit by the readers of a session. */
  void reserve(int readers) {
    change(readers);
  }

  /** Lowers the limit by the readers of a session that ended. */
  void unreserve(int readers) {
    change(-readers);
  }

  private void change(int by) {
    lock.lock();
    try {
      limit += by;
      returned.signalAll();
      while (existing > limit && !idle.isEmpty()) {
        discard(idle.removeFirst());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes a buffer with undefined content. Waits while all are in use. */
  Buffer take() {
    lock.lock();
    try {
      while (idle.isEmpty() && existing >= limit) {
        returned.awaitUninterruptibly();
      }
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
        returned.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private Buffer make() {
    try {
      return new Buffer(Pages.map((long) maxWrite + Buffer.OVERHEAD));
    } catch (LinuxException e) {
      throw new IllegalStateException("no memory for requests", e);
    }
  }

  private void discard(Buffer buffer) {
    existing--;
    MemorySegment memory = buffer.memory();
    try {
      Pages.unmap(memory);
    } catch (LinuxException e) {
      throw new IllegalStateException("memory could not be given back", e);
    }
  }
}
