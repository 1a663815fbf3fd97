package io.windlass.fs.read;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All the memory that reading may take in a process: chunks of native memory, made when they are
 * first wanted and used again ever after.
 *
 * <p>A quarter is kept for what somebody waits for; reading ahead takes only the rest. Blocks that
 * were read and that nobody looks at are given up for others, the longest unused first.
 */
public final class BufferBudget implements AutoCloseable {
  /** Size of a chunk in bytes. */
  static final int CHUNK = 128 << 10;

  private static final int SLAB_CHUNKS = 16;

  private final Arena arena = Arena.ofShared();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private final Deque<MemorySegment> free = new ArrayDeque<>();
  private final LinkedHashSet<Block> idle = new LinkedHashSet<>();
  private final int chunks;
  private int made;
  private int used;

  /**
   * A budget of so many bytes.
   *
   * @param bytes rounded down to whole chunks; at least 16 of them, which is 2 MiB
   */
  public BufferBudget(long bytes) {
    if (bytes / CHUNK < SLAB_CHUNKS) {
      throw new IllegalArgumentException("a budget must be at least 2 MiB, not " + bytes);
    }
    this.chunks = (int) Math.min(bytes / CHUNK, Integer.MAX_VALUE);
  }

  /** The budget in bytes. */
  public long bytes() {
    return (long) chunks * CHUNK;
  }

  /** What is in use now, in bytes, with blocks that could be given up. */
  public long used() {
    lock.lock();
    try {
      return (long) used * CHUNK;
    } finally {
      lock.unlock();
    }
  }

  /** What reading ahead may take at most, in bytes. */
  long forAhead() {
    return (long) (chunks - chunks / 4) * CHUNK;
  }

  /** Memory for so many bytes, if there is some to be had without waiting. */
  Optional<List<MemorySegment>> takeAhead(int bytes) {
    int count = chunks(bytes);
    int limit = chunks - chunks / 4;
    while (true) {
      Block victim;
      lock.lock();
      try {
        if (used + count <= limit) {
          return Optional.of(hand(count));
        }
        // What another still may want is not given up for what nobody waits for, unless it is old.
        victim = idle.isEmpty() ? null : idle.getFirst();
        if (victim == null || !victim.isStale()) {
          return Optional.empty();
        }
        idle.remove(victim);
      } finally {
        lock.unlock();
      }
      victim.dropIfIdle();
    }
  }

  /**
   * Memory for so many bytes, waiting for it for at most {@code nanos}.
   *
   * @return whole chunks, all of the same size; empty if there was none in time
   */
  public Optional<List<MemorySegment>> take(int bytes, long nanos) throws InterruptedException {
    int count = chunks(bytes);
    long left = nanos;
    while (true) {
      Block victim;
      lock.lockInterruptibly();
      try {
        while (used + count > chunks && idle.isEmpty()) {
          if (left <= 0) {
            return Optional.empty();
          }
          left = given.awaitNanos(left);
        }
        if (used + count <= chunks) {
          return Optional.of(hand(count));
        }
        victim = idle.removeFirst();
      } finally {
        lock.unlock();
      }
      victim.dropIfIdle();
    }
  }

  /** Gives memory back that was taken, once. */
  public void give(List<MemorySegment> memory) {
    lock.lock();
    try {
      free.addAll(memory);
      used -= memory.size();
      given.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** This block may be given up. */
  void idle(Block block) {
    lock.lock();
    try {
      idle.addLast(block);
      given.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** This block must stay. */
  void busy(Block block) {
    lock.lock();
    try {
      idle.remove(block);
    } finally {
      lock.unlock();
    }
  }

  private List<MemorySegment> hand(int count) {
    while (free.size() < count) {
      int more = Math.min(SLAB_CHUNKS, chunks - made);
      MemorySegment slab = arena.allocate((long) more * CHUNK, 4096);
      for (int i = 0; i < more; i++) {
        free.add(slab.asSlice((long) i * CHUNK, CHUNK));
      }
      made += more;
    }
    List<MemorySegment> memory = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      // The last that was given back is the likeliest to be in the processor's caches.
      memory.add(free.removeLast());
    }
    used += count;
    return memory;
  }

  private static int chunks(int bytes) {
    return (bytes + CHUNK - 1) / CHUNK;
  }

  /** Waits for a while until all is given back, then frees the memory unless something is not. */
  @Override
  public void close() {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(5);
      while (used > 0 && left > 0) {
        left = given.awaitNanos(left);
      }
      if (used == 0) {
        arena.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
