package io.windlass.fs.read;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Buffered range of an object, fetched or being fetched. A block is pinned while it is fetched and
 * while a reader uses its bytes. The budget may take the memory of an unpinned block at any time.
 */
final class Block {
  private static final long STALE = TimeUnit.SECONDS.toNanos(1);
  private static final long FORGOTTEN = TimeUnit.SECONDS.toNanos(10);

  private final VolumeBuffers buffers;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final long offset;
  private final int length;
  private final long until;
  private final Deadline due;

  /**
   * Opens when the block has a get and memory, so that the server can be asked, or when it has
   * failed.
   */
  private final CountDownLatch begun = new CountDownLatch(1);

  private List<MemorySegment> memory = List.of();
  private @Nullable DriverException failure;
  private int pins = 1;
  private volatile long unpinned;
  private boolean unwanted;
  private boolean dropped;
  private long served;

  /**
   * Creates a block that is pinned once, for the fetcher.
   *
   * @param until deadline of the reader that asked for the block, by {@link Deadline#clock}; 0 if
   *     the block is read ahead
   * @param due deadline of the server for the bytes; it is renewed when the block gets memory
   */
  Block(VolumeBuffers buffers, long offset, int length, long until, Deadline due) {
    this.until = until;
    this.due = due;
    this.buffers = buffers;
    this.offset = offset;
    this.length = length;
  }

  long offset() {
    return offset;
  }

  /** Returns the buffers of the volume whose bytes these are. */
  VolumeBuffers volume() {
    return buffers;
  }

  /** Returns whether the reader with this deadline asked for the block. */
  boolean isFor(long deadline) {
    return until == deadline;
  }

  int length() {
    return length;
  }

  long end() {
    return offset + length;
  }

  /** Gives the block the memory that the fetcher fills. */
  void memory(List<MemorySegment> given) {
    synchronized (this) {
      memory = given;
    }
    // The server is asked only from now on, so its time begins now.
    due.renew();
    begun.countDown();
  }

  /** Marks the block ready: all bytes are there and verified. The fetcher still pins the block. */
  void filled() {
    ready.countDown();
  }

  /** Marks the block failed and wakes the readers that wait for it. */
  void failed(DriverException why) {
    synchronized (this) {
      failure = why;
      unwanted = true;
    }
    begun.countDown();
    ready.countDown();
  }

  boolean isReady() {
    return ready.getCount() == 0;
  }

  synchronized boolean isUsable() {
    return !dropped && failure == null;
  }

  /**
   * Returns whether only the fetcher uses the block and no reader wants it, so that fetching can
   * stop.
   */
  synchronized boolean isUnwanted() {
    return unwanted && pins <= 1;
  }

  /** Pins the block; returns false if its memory was given up or fetching it failed. */
  synchronized boolean pin() {
    if (dropped || failure != null) {
      return false;
    }
    if (pins == 0) {
      buffers.busy(this);
    }
    pins++;
    return true;
  }

  synchronized void unpin() {
    pins--;
    if (pins > 0) {
      return;
    }
    if (unwanted) {
      drop();
    } else {
      unpinned = System.nanoTime();
      buffers.idle(this);
    }
  }

  /**
   * Marks the block as not needed any more; its memory goes back to the budget once it is unpinned.
   */
  synchronized void discard() {
    unwanted = true;
    if (pins == 0 && !dropped) {
      buffers.busy(this);
      drop();
    }
  }

  /**
   * Gives the memory back if the block is not pinned. The caller, the budget, has removed the block
   * from its list of idle blocks.
   */
  synchronized void dropIfIdle() {
    if (pins == 0 && !dropped) {
      drop();
    }
  }

  /** Returns whether the block has been unpinned for more than a second. */
  boolean isStale() {
    // Not synchronized: the budget calls this under its lock, and unpin() takes that lock while it
    // holds this block's monitor.
    return System.nanoTime() - unpinned > STALE;
  }

  /** Returns whether the block has been unpinned for so long that others need it more. */
  boolean isForgotten() {
    return System.nanoTime() - unpinned > FORGOTTEN;
  }

  private void drop() {
    dropped = true;
    List<MemorySegment> given = memory;
    memory = List.of();
    buffers.give(given);
  }

  /**
   * Waits until the block is filled: for a get and memory until {@code end}; for the server until
   * then too, but no longer than the deadline of the operation and that of the server allow.
   *
   * @param end deadline by {@link Deadline#clock}
   * @throws DriverException if fetching the block failed or took too long
   */
  void await(long end) {
    try {
      boolean whole = begins(end) && fills(end);
      if (!whole) {
        throw new DriverException.Unavailable("the server did not answer a read in time", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("a read was interrupted", e);
    }
    synchronized (this) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private boolean begins(long end) throws InterruptedException {
    while (!begun.await(end - Deadline.clock().getAsLong(), TimeUnit.NANOSECONDS)) {
      if (end - Deadline.clock().getAsLong() <= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean fills(long end) throws InterruptedException {
    while (!isReady()) {
      Duration most = Duration.ofNanos(end - Deadline.clock().getAsLong());
      Duration left = Deadline.leftFor(Optional.of(due), most);
      if (!left.isPositive()) {
        return false;
      }
      boolean _ = ready.await(left.toNanos(), TimeUnit.NANOSECONDS);
    }
    return true;
  }

  /** Returns the deadline of the server for the bytes of the block. */
  Deadline due() {
    return due;
  }

  /**
   * Returns the bytes from {@code from} to {@code to}, both offsets in the object. The caller pins
   * the block.
   */
  synchronized List<MemorySegment> slices(long from, long to) {
    List<MemorySegment> slices = new ArrayList<>();
    long at = Math.max(from, offset);
    long end = Math.min(to, end());
    while (at < end) {
      int chunk = (int) ((at - offset) / BufferBudget.CHUNK);
      long within = (at - offset) % BufferBudget.CHUNK;
      long count = Math.min(end - at, BufferBudget.CHUNK - within);
      slices.add(memory.get(chunk).asSlice(within, count));
      at += count;
    }
    return slices;
  }

  /** Counts bytes that were handed out; returns true when the whole length has been. */
  synchronized boolean serve(long from, long to) {
    served += Math.max(0, Math.min(to, end()) - Math.max(from, offset));
    return served >= length;
  }
}
