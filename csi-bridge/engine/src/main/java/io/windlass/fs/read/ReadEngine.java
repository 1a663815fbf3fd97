package io.windlass.fs.read;

import java.time.Duration;
import java.util.Optional;

/** Reading for all volumes of a process, which share its memory, requests and cache on disk. */
public final class ReadEngine implements AutoCloseable {
  private final BufferBudget budget;
  private final ReadCounters counters;
  private final Fetcher fetcher;
  private final AheadShares shares;

  private ReadEngine(
      BufferBudget budget, ReadCounters counters, Fetcher fetcher, AheadShares shares) {
    this.budget = budget;
    this.counters = counters;
    this.fetcher = fetcher;
    this.shares = shares;
  }

  /**
   * Creates an engine, which allocates memory only when it is needed. The caller closes the cache.
   */
  public ReadEngine(ReadSettings settings, Optional<BlockCache> cache) {
    this.budget = new BufferBudget(settings.memory());
    this.counters = new ReadCounters();
    this.fetcher = new Fetcher(budget, cache, counters, settings.maxGets());
    this.shares = new AheadShares(budget.forAhead(), settings.maxWindow());
  }

  /**
   * Returns this engine for one volume: with counters of its own. To close it is to close them all.
   */
  public ReadEngine ofVolume() {
    ReadCounters own = new ReadCounters();
    return new ReadEngine(budget, own, fetcher.counting(own), shares);
  }

  /**
   * Returns a reader of one version of an object.
   *
   * @param timeout longest time that one read waits
   */
  public FileReader open(ObjectVersion object, Duration timeout) {
    return new FileReader(this, fetcher, object, timeout);
  }

  /** Returns the counters of what was read through this object. */
  public ReadCounters counters() {
    return counters;
  }

  public BufferBudget budget() {
    return budget;
  }

  /** Returns how many bytes {@code reader} may read ahead now; see {@link AheadShares#of}. */
  long window(FileReader reader) {
    return shares.of(reader);
  }

  void closed(FileReader reader) {
    shares.closed(reader);
  }

  @Override
  public void close() {
    budget.close();
  }
}
