package io.windlass.fs.read;

import io.windlass.share.FairShares;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Budget of the native memory that a process uses for reading. Memory is allocated in slabs of 16
 * chunks when it is first needed, and reused from then on. Volumes take it through their {@link
 * VolumeBuffers}, in {@linkplain FairShares fair shares}.
 *
 * <p>For reads that wait, the volumes of a server may hold seven eighths of what others leave them,
 * and one of them a little less; for reading ahead, three quarters. Idle blocks, which were read
 * and are not pinned, give their memory up for others.
 */
public final class BufferBudget implements AutoCloseable {
  /** Size of a chunk in bytes. */
  static final int CHUNK = 128 << 10;

  private static final int SLAB_CHUNKS = 16;

  private final Arena arena = Arena.ofShared();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private final Deque<MemorySegment> free = new ArrayDeque<>();

  /** Volumes that have idle blocks. */
  private final Set<VolumeBuffers> idle = new LinkedHashSet<>();

  private final FairShares shares;
  private final int chunks;
  private final FairShares.Most most;
  private final FairShares.Most mostAhead;
  private final LongAdder waited = new LongAdder();
  private int made;
  private int used;

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
    this.shares = new FairShares(chunks);
    this.most = new FairShares.Most(chunks / 16 * 13, chunks / 8 * 7);
    this.mostAhead = FairShares.Most.of(chunks / 4 * 3);
  }

  /** Returns what the volumes of one server hold: nothing yet. */
  FairShares.Server server() {
    return shares.server();
  }

  /** Returns the buffers of one volume of this server, which has none yet. */
  VolumeBuffers ofVolume(FairShares.Server server) {
    return new VolumeBuffers(this, server.join(0));
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
    return Duration.ofNanos(waited.sum());
  }

  /** Returns the most that reading ahead may use, in bytes. */
  long forAhead() {
    return (long) mostAhead.volume() * CHUNK;
  }

  Optional<List<MemorySegment>> takeAhead(VolumeBuffers volume, int bytes) {
    int count = chunks(bytes);
    while (!volume.share().tryTake(count, mostAhead)) {
      // A reader may still want an idle block, and nobody waits for what is read ahead: so only
      // stale blocks are given up for it.
      Optional<Block> victim = victim(volume, true);
      if (victim.isEmpty()) {
        return Optional.empty();
      }
      victim.get().dropIfIdle();
    }
    return Optional.of(hand(count));
  }

  Optional<List<MemorySegment>> take(VolumeBuffers volume, int bytes, long nanos)
      throws InterruptedException {
    int count = chunks(bytes);
    try (FairShares.Turn turn = volume.share().ask(count, most)) {
      long left = nanos;
      while (!turn.take()) {
        Optional<Block> victim = turn.isFirst() ? victim(volume, false) : Optional.empty();
        if (victim.isPresent()) {
          victim.get().dropIfIdle();
        } else if (left <= 0) {
          return Optional.empty();
        } else {
          long before = left;
          left = turn.await(left);
          waited.add(before - left);
        }
      }
    }
    return Optional.of(hand(count));
  }

  void give(VolumeBuffers volume, List<MemorySegment> memory) {
    lock.lock();
    try {
      free.addAll(memory);
      used -= memory.size();
      given.signalAll();
    } finally {
      lock.unlock();
    }
    volume.share().give(memory.size());
  }

  void idle(VolumeBuffers volume, Block block) {
    lock.lock();
    try {
      volume.idle().addLast(block);
      boolean _ = idle.add(volume);
    } finally {
      lock.unlock();
    }
    shares.changed();
  }

  void busy(VolumeBuffers volume, Block block) {
    lock.lock();
    try {
      boolean _ = volume.idle().remove(block);
      forgetIfNoneIdle(volume);
    } finally {
      lock.unlock();
    }
  }

  private void forgetIfNoneIdle(VolumeBuffers volume) {
    if (volume.idle().isEmpty()) {
      boolean _ = idle.remove(volume);
    }
  }

  /**
   * Returns an idle block whose memory this volume may have; it is no longer listed. That is the
   * longest idle one of the volume that holds most, or of this one if none holds more than it: who
   * holds less, by server first, keeps what it has, unless it has not used it for long.
   *
   * @param stale whether only a stale block may be given up
   */
  private Optional<Block> victim(VolumeBuffers volume, boolean stale) {
    lock.lock();
    try {
      Set<Block> blocks =
          idle.stream()
              .filter(each -> each.share().holdsMoreThan(volume.share()))
              .max(Comparator.comparingInt(each -> each.share().held()))
              .orElse(volume)
              .idle();
      Optional<Block> victim =
          blocks.stream()
              .limit(1)
              .filter(block -> !stale || block.isStale())
              .findFirst()
              .or(() ->
                  idle.stream()
                      .map(each -> each.idle().getFirst())
                      .filter(Block::isForgotten)
                      .findFirst());
      victim.ifPresent(block -> {
        boolean _ = block.volume().idle().remove(block);
        forgetIfNoneIdle(block.volume());
      });
      return victim;
    } finally {
      lock.unlock();
    }
  }

  /** Returns chunks for units that were taken of the shares: so there are as many. */
  private List<MemorySegment> hand(int count) {
    lock.lock();
    try {
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
    } finally {
      lock.unlock();
    }
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
