package io.windlass.fs.read;

import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A range of an object that is being fetched, or was. It is pinned while it is fetched and while
 * somebody looks at it; otherwise its memory may go to others at any time.
 */
final class Block {
  private static final long STALE = TimeUnit.SECONDS.toNanos(1);

  private final BufferBudget budget;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final long offset;
  private final int length;
  private final long until;
  private final Deadline due;

  /** There is memory for it, so that the server can be asked; or it failed. */
  private final CountDownLatch begun = new CountDownLatch(1);

  private List<MemorySegment> memory = List.of();
  private @Nullable DriverException failure;
  private int pins = 1;
  private volatile long unpinned;
  private boolean unwanted;
  private boolean dropped;
  private long served;

  /**
   * A block that is pinned by whoever fetches it.
   *
   * @param until how long the reader that asked for it waits, by System.nanoTime; 0 if none did
   * @param due until when the server should have come forward with it, once there is memory
   */
  Block(BufferBudget budget, long offset, int length, long until, Deadline due) {
    this.until = until;
    this.due = due;
    this.budget = budget;
    this.offset = offset;
    this.length = length;
  }

  long offset() {
    return offset;
  }

  /** Whether it was the reader that waits so long that asked for it. */
  boolean isFor(long deadline) {
    return until == deadline;
  }

  int length() {
    return length;
  }

  long end() {
    return offset + length;
  }

  /** Hands it memory to be filled. */
  void memory(List<MemorySegment> given) {
    synchronized (this) {
      memory = given;
    }
    // Only from now on can it be waited for the server.
    due.renew();
    begun.countDown();
  }

  /** All bytes are there, and are what the server meant. Still pinned by the fetcher. */
  void filled() {
    ready.countDown();
  }

  /** It cannot be had. */
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

  /** Whether nobody wants it any more, so that fetching it can stop. */
  synchronized boolean isUnwanted() {
    return unwanted && pins <= 1;
  }

  /** Keeps it; false if it is gone or failed. */
  synchronized boolean pin() {
    if (dropped || failure != null) {
      return false;
    }
    if (pins == 0) {
      budget.busy(this);
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
      budget.idle(this);
    }
  }

  /** Nobody will ask for it again. */
  synchronized void discard() {
    unwanted = true;
    if (pins == 0 && !dropped) {
      budget.busy(this);
      drop();
    }
  }

  /** Gives its memory up if nobody looks at it. The budget has taken it off its list. */
  synchronized void dropIfIdle() {
    if (pins == 0 && !dropped) {
      drop();
    }
  }

  /** Whether nobody has looked at it for a while. */
  boolean isStale() {
    // Asked under the budget's lock, which is taken under this one's.
    return System.nanoTime() - unpinned > STALE;
  }

  private void drop() {
    dropped = true;
    List<MemorySegment> given = memory;
    memory = List.of();
    budget.give(given);
  }

  /**
   * Waits until it is filled: for memory until then, for the server no longer than the operation
   * may.
   *
   * @param end by System.nanoTime
   * @throws DriverException why it cannot be had, or that it took too long
   */
  void await(long end) {
    try {
      boolean whole = begun.await(end - System.nanoTime(), TimeUnit.NANOSECONDS) && fills(end);
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

  private boolean fills(long end) throws InterruptedException {
    while (!isReady()) {
      Duration most = Duration.ofNanos(end - System.nanoTime());
      Duration left = Deadline.leftFor(Optional.of(due), most);
      if (!left.isPositive()) {
        return false;
      }
      boolean _ = ready.await(left.toNanos(), TimeUnit.NANOSECONDS);
    }
    return true;
  }

  /** Until when the server should have come forward with it. */
  Deadline due() {
    return due;
  }

  /** The part from {@code from} to {@code to}, offsets of the object; pinned by the caller. */
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

  /** Counts what was handed out of it; true when that is all of it. */
  synchronized boolean serve(long from, long to) {
    served += Math.max(0, Math.min(to, end()) - Math.max(from, offset));
    return served >= length;
  }
}
