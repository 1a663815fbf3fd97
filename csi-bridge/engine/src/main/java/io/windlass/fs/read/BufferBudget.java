package io.windlass.fs.read;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
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
 * Budget of the native memory that a process uses for reading. Memory is allocated in slabs of 16
 * chunks when it is first needed, and reused from then on.
 *
 * <p>Reading ahead may use three quarters of the budget; the last quarter is reserved for reads
 * that wait. Idle blocks, which were read and are not pinned, give their memory up for others, the
 * longest idle first.
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
  private long waited;

  /**
   * Creates a budget.
   *
   * @param bytes size, rounded down to whole chunks; at least 16 chunks, which is 2 MiB
   */
  public BufferBudget(long bytes) {
    if (bytes / CHUNK < SLAB_CHUNKS) {
      throw new IllegalArgumentException("a budget must be at least 2 MiB, not " + bytes);
    }
    this.chunks = (int) Math.min(bytes / CHUNK, Integer.MAX_VALUE);
  }

  /** Returns the size of the budget in bytes. */
  public long bytes() {
    return (long) chunks * CHUNK;
  }

  /** Returns the memory in use in bytes, including that of idle blocks. */
  public long used() {
    lock.lock();
    try {
      return (long) used * CHUNK;
    } finally {
      lock.unlock();
    }
  }

  /** Returns how long reads have waited for memory, all together. */
  public Duration waited() {
    lock.lock();
    try {
      return Duration.ofNanos(waited);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the most that reading ahead may use, in bytes. */
  long forAhead() {
    return (long) (chunks - chunks / 4) * CHUNK;
  }

  /**
   * Takes memory for reading ahead, without waiting.
   *
   * @return whole chunks; empty if there is not enough
   */
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
        // A reader may still want an idle block, and nobody waits for what is read ahead: so only
        // stale blocks are given up for it.
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
   * Takes memory for a read, giving up idle blocks and waiting for at most {@code nanos}.
   *
   * @return whole chunks, all of the same size; empty if there was not enough in time
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
          long now = left;
          left = given.awaitNanos(now);
          waited += now - left;
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

  /** Gives back memory that was taken. Must be called once only for it. */
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

  /** Lists a block as idle: its memory may be given up. */
  void idle(Block block) {
    lock.lock();
    try {
      idle.addLast(block);
      given.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Removes a block from the list of idle blocks: it keeps its memory. */
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
      // The chunk that was given back last is the likeliest to be in the processor's caches.
      memory.add(free.removeLast());
    }
    used += count;
    return memory;
  }

  private static int chunks(int bytes) {
    return (bytes + CHUNK - 1) / CHUNK;
  }

  /**
   * Waits up to 5 seconds until all memory is given back, and frees it; leaves it allocated if some
   * is still in use then.
   */
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
