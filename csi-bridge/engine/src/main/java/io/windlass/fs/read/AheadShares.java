package io.windlass.fs.read;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Divides the memory for reading ahead among the readers that read ahead at the time. */
final class AheadShares {
  private static final long ACTIVE = TimeUnit.SECONDS.toNanos(2);
  private static final long COUNT_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

  private final long bytes;
  private final long most;

  /** Last time each reader read ahead, by System.nanoTime. */
  private final Map<FileReader, Long> ahead = new ConcurrentHashMap<>();

  private final AtomicLong counted = new AtomicLong(System.nanoTime());
  private volatile int active = 1;

  /**
   * Creates the shares.
   *
   * @param bytes memory for reading ahead
   * @param most largest share in bytes
   */
  AheadShares(long bytes, long most) {
    this.bytes = bytes;
    this.most = most;
  }

  /**
   * Returns how many bytes {@code reader} may read ahead now: an equal share of the memory for
   * reading ahead, among the readers that read ahead in the last two seconds. No reader gets more
   * than half of that memory or more than the largest share.
   */
  long of(FileReader reader) {
    long now = System.nanoTime();
    ahead.put(reader, now);
    long last = counted.get();
    if (now - last > COUNT_EVERY && counted.compareAndSet(last, now)) {
      ahead.values().removeIf(used -> now - used > ACTIVE);
      active = Math.max(1, ahead.size());
    }
    return Math.min(most, bytes / Math.max(2, active));
  }

  void closed(FileReader reader) {
    ahead.remove(reader);
  }
}
