package io.windlass.fs.read;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Reading for all volumes of a process, which share its memory, requests and cache on disk. */
public final class ReadEngine implements AutoCloseable {
  private static final long ACTIVE = TimeUnit.SECONDS.toNanos(2);
  private static final long COUNT_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

  private final ReadSettings settings;
  private final BufferBudget budget;
  private final ReadCounters counters = new ReadCounters();
  private final Fetcher fetcher;

  /** Last time each reader read ahead, by System.nanoTime. */
  private final Map<FileReader, Long> ahead = new ConcurrentHashMap<>();

  private final AtomicLong counted = new AtomicLong(System.nanoTime());
  private volatile int active = 1;

  /**
   * Creates an engine, which allocates memory only when it is needed. The caller closes the cache.
   */
  public ReadEngine(ReadSettings settings, Optional<BlockCache> cache) {
    this.settings = settings;
    this.budget = new BufferBudget(settings.memory());
    this.fetcher = new Fetcher(budget, cache, counters, settings.maxGets());
  }

  /**
   * Returns a reader of one version of an object.
   *
   * @param timeout longest time that one read waits
   */
  public FileReader open(ObjectVersion object, Duration timeout) {
    return new FileReader(this, fetcher, object, timeout);
  }

  public ReadCounters counters() {
    return counters;
  }

  public BufferBudget budget() {
    return budget;
  }

  /**
   * Returns how many bytes {@code reader} may read ahead now: an equal share of the memory for
   * reading ahead, among the readers that read ahead in the last two seconds. No reader gets more
   * than half of that memory or more than the window of the settings.
   */
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
