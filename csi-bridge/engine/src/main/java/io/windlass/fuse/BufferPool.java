package io.windlass.fuse;

import io.windlass.linux.LinuxException;
import io.windlass.linux.Pages;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The buffers of all sessions of a process: one for each reader, and some more for what is
 * detached. Their memory is there before it is used, and is given back when sessions end.
 */
public final class BufferPool {
  private final int maxWrite;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

  /** The last one in is the first one out: it may still be in the processor's caches. */
  private final Deque<Buffer> idle = new ArrayDeque<>();

  private int limit;
  private int existing;

  /**
   * Makes a pool without buffers.
   *
   * @param maxWrite most bytes of data in one request, a multiple of the page size up to 1 MiB
   * @param extra buffers beside those of the readers. Detached WRITEs keep one each until they are
   *     answered, listings while they are put together
   */
  public BufferPool(int maxWrite, int extra) {
    if (maxWrite < 4096 || maxWrite > 1 << 20 || maxWrite % 4096 != 0 || extra < 1) {
      throw new IllegalArgumentException(
          "a buffer is of 4 KiB to 1 MiB, and there is one to spare");
    }
    this.maxWrite = maxWrite;
    this.limit = extra;
  }

  /** Most bytes of data in one request. */
  public int maxWrite() {
    return maxWrite;
  }

  /** Raises the bound for the readers of a session. */
  void reserve(int readers) {
    change(readers);
  }

  /** Lowers it again. */
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

  /** A buffer with undefined content. Waits while all are in use. */
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

  /** Gives back what {@link #take} gave. */
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
