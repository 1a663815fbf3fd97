package io.windlass.fs.read;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What all volumes of a process share to read: memory, requests, the cache on disk. */
public final class ReadEngine implements AutoCloseable {
  private static final long ACTIVE = TimeUnit.SECONDS.toNanos(2);
  private static final long COUNT_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

  private final ReadSettings settings;
  private final BufferBudget budget;
  private final ReadCounters counters = new ReadCounters();
  private final Fetcher fetcher;

  /** When each reader that reads ahead last did so. */
  private final Map<FileReader, Long> ahead = new ConcurrentHashMap<>();

  private final AtomicLong counted = new AtomicLong(System.nanoTime());
  private volatile int active = 1;

  /** Takes memory only as it is needed. The cache stays the caller's. */
  public ReadEngine(ReadSettings settings, Optional<BlockCache> cache) {
    this.settings = settings;
    this.budget = new BufferBudget(settings.memory());
    this.fetcher = new Fetcher(budget, cache, counters, settings.maxGets());
  }

  /**
   * A reader of one version of an object.
   *
   * @param timeout longest that one read waits
   */
  public FileReader open(ObjectVersion object, Duration timeout) {
    return new FileReader(this, fetcher, object, timeout);
  }

  /** What was done so far. */
  public ReadCounters counters() {
    return counters;
  }

  /** The memory. */
  public BufferBudget budget() {
    return budget;
  }

  /** How far {@code reader} may read ahead now: its share of the memory, if others do too. */
  long window(FileReader reader) {
    long now = System.nanoTime();
    ahead.put(reader, now);
    long last = counted.get();
    if (now - last > COUNT_EVERY && counted.compareAndSet(last, now)) {
      ahead.values().removeIf(used -> now - used > ACTIVE);
      active = Math.max(1, ahead.size());
    }
    return Math.min(settings.maxWindow(), budget.forAhead() / Math.max(2, active));
  }

  void closed(FileReader reader) {
    ahead.remove(reader);
  }

  @Override
  public void close() {
    budget.close();
  }
}
