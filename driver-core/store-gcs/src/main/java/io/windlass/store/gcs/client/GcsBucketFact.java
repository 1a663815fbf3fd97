package io.windlass.store.gcs.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Cache of what answers about objects do not tell: whether something is true of each bucket. */
public final class GcsBucketFact {
  /** Most entries; then the cache is cleared, so that it does not grow without bound. */
  private static final int MOST = 1000;

  private final Duration knownFor;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(boolean isSo, long at) {}

  /**
   * Creates an empty cache.
   *
   * @param knownFor how long an entry is valid
   */
  GcsBucketFact(Duration knownFor) {
    this.knownFor = knownFor;
  }

  /**
   * Whether it is true of a bucket.
   *
   * @param look asks the service
   */
  public boolean of(String bucket, BooleanSupplier look) {
    Seen known = seen.get(bucket);
    if (known != null && System.nanoTime() - known.at < knownFor.toNanos()) {
      return known.isSo;
    }
    long now = System.nanoTime();
    boolean isSo = look.getAsBoolean();
    if (seen.size() >= MOST) {
      seen.clear();
    }
    seen.put(bucket, new Seen(isSo, now));
    return isSo;
  }

  /** Forgets a bucket. */
  void forget(String bucket) {
    seen.remove(bucket);
  }
}
