package io.windlass.fs.read;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.windlass.share.FairShares;
import io.windlass.store.ObjectStore;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reading for all volumes of a process, which share its memory, requests and cache on disk. Memory
 * and requests are divided: see {@link FairShares}.
 */
public final class ReadEngine implements AutoCloseable {
  /** Servers that are remembered; one that is forgotten begins a new share. */
  private static final int MOST_SERVERS = 1000;

  private final BufferBudget budget;
  private final VolumeBuffers buffers;
  private final ReadCounters counters;
  private final Fetcher fetcher;
  private final AheadShares shares;
  private final Beginnings beginnings;
  private final ReadOnHistory history = new ReadOnHistory();

  /** Servers by name. */
  private final LoadingCache<String, ServerShares> servers;

  /** What the volumes of one server have. */
  private record ServerShares(FairShares.Server gets, FairShares.Server memory) {}

  private ReadEngine(
      BufferBudget budget,
      VolumeBuffers buffers,
      ReadCounters counters,
      Fetcher fetcher,
      AheadShares shares,
      Beginnings beginnings,
      LoadingCache<String, ServerShares> servers) {
    this.budget = budget;
    this.buffers = buffers;
    this.counters = counters;
    this.fetcher = fetcher;
    this.shares = shares;
    this.beginnings = beginnings;
    this.servers = servers;
  }

  /**
   * Creates an engine, which allocates memory only when it is needed. The caller closes the cache.
   */
  public ReadEngine(ReadSettings settings, Optional<BlockCache> cache) {
    FairShares gets = Fetcher.all(settings.maxGets());
    this.budget = new BufferBudget(settings.memory());
    this.servers =
        Caffeine.newBuilder()
            .maximumSize(MOST_SERVERS)
            .executor(Runnable::run)
            .build(_ -> new ServerShares(gets.server(), budget.server()));
    this.buffers = budget.ofVolume(budget.server());
    this.counters = new ReadCounters();
    this.beginnings = new Beginnings();
    this.fetcher =
        new Fetcher(gets.server(), settings.maxGets(), buffers, cache, beginnings, counters);
    this.shares = new AheadShares(budget.forAhead(), settings.maxWindow(), System::nanoTime);
  }

  /**
   * Returns this engine for one volume: with counters of its own, and a fair share of memory and
   * requests. To close it is to close them all.
   *
   * @param server name of the volume's server: all its volumes together leave something to those of
   *     others
   */
  public ReadEngine ofVolume(String server) {
    ServerShares of = servers.get(server);
    ReadCounters own = new ReadCounters();
    VolumeBuffers others = budget.ofVolume(of.memory);
    Fetcher fetching = fetcher.ofVolume(of.gets, others, own);
    return new ReadEngine(budget, others, own, fetching, shares, beginnings, servers);
  }

  /**
   * Returns a reader of one version of an object.
   *
   * @param timeout longest time that one read waits
   */
  public FileReader open(ObjectVersion object, Duration timeout) {
    return new FileReader(this, fetcher, history, object, timeout);
  }

  /**
   * Returns what looks up the objects of a store, which this engine reads.
   *
   * @param source name of the store, as in {@link ObjectVersion}
   */
  public FirstReads firstReads(ObjectStore store, String source) {
    return new FirstReads(store, source, beginnings, counters);
  }

  /**
   * Returns how many bytes of an object the cache on disk has; empty if there is no cache, or the
   * object is too large to look for each of its blocks.
   */
  public OptionalLong onDisk(ObjectVersion object) {
    return fetcher.onDisk(object);
  }

  /** Returns the counters of what was read through this object. */
  public ReadCounters counters() {
    return counters;
  }

  public BufferBudget budget() {
    return budget;
  }

  /** Returns the buffers of this volume. */
  public VolumeBuffers buffers() {
    return buffers;
  }

  /** Returns how many bytes {@code reader} may read ahead now; see {@link AheadShares#of}. */
  long window(FileReader reader) {
    return shares.of(reader, buffers);
  }

  void closed(FileReader reader) {
    shares.closed(reader);
  }

  @Override
  public void close() {
    budget.close();
  }
}
