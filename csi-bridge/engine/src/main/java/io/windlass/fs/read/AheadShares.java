package io.windlass.fs.read;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Divides the memory for reading ahead among the volumes that read ahead at the time, and the share
 * of each among its readers.
 */
final class AheadShares {
  private static final long ACTIVE = TimeUnit.SECONDS.toNanos(2);
  private static final long COUNT_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

  private final long bytes;
  private final long most;

  /** Last time each reader read ahead. */
  private final Map<FileReader, Use> ahead = new ConcurrentHashMap<>();

  private final LongSupplier clock;
  private final AtomicLong counted;

  /** Number of readers by volume. */
  private volatile Map<VolumeBuffers, Long> active = Map.of();

  /**
   * Use of the memory.
   *
   * @param at time by the clock
   */
  private record Use(VolumeBuffers volume, long at) {}

  /**
   * Creates the shares.
   *
   * @param bytes memory for reading ahead
   * @param most largest share in bytes
   * @param clock counts nanoseconds
   */
  AheadShares(long bytes, long most, LongSupplier clock) {
    this.bytes = bytes;
    this.most = most;
    this.clock = clock;
    this.counted = new AtomicLong(clock.getAsLong());
  }

  /**
   * Returns how many bytes {@code reader} may read ahead now: an equal share of what its volume
   * has. Each volume with readers that read ahead in the last two seconds has an equal share, too,
   * however many readers others have. No reader gets more than half of that memory or more than the
   * largest share.
   */
  long of(FileReader reader, VolumeBuffers volume) {
    long now = clock.getAsLong();
    ahead.put(reader, new Use(volume, now));
    long last = counted.get();
    if (now - last > COUNT_EVERY && counted.compareAndSet(last, now)) {
      ahead.values().removeIf(use -> now - use.at > ACTIVE);
      active = ahead.values().stream().collect(groupingBy(Use::volume, counting()));
    }
    Map<VolumeBuffers, Long> readers = active;
    long parts = Math.max(1, readers.size()) * readers.getOrDefault(volume, 1L);
    return Math.min(most, bytes / Math.max(2, parts));
  }

  void closed(FileReader reader) {
    ahead.remove(reader);
  }
}
