package io.windlass.store.gcs.client;

import com.google.api.services.storage.model.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Cache of which buckets keep versions. Answers about objects do not tell that. */
public final class GcsVersioning {
  /** How long an entry is valid; {@code GcsBackend} adds it to its times. */
  public static final Duration KNOWN_FOR = Duration.ofSeconds(30);

  /** Most entries; then the cache is cleared, so that it does not grow without bound. */
  private static final int MOST = 1000;

  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(boolean keeps, long at) {
    boolean isFresh() {
      return System.nanoTime() - at < KNOWN_FOR.toNanos();
    }
  }

  /**
   * Whether a bucket keeps versions.
   *
   * @param look asks the service
   */
  public boolean of(String bucket, BooleanSupplier look) {
    Seen known = seen.get(bucket);
    if (known != null && known.isFresh()) {
      return known.keeps;
    }
    long now = System.nanoTime();
    boolean keeps = look.getAsBoolean();
    if (seen.size() >= MOST) {
      seen.clear();
    }
    seen.put(bucket, new Seen(keeps, now));
    return keeps;
  }

  /** Returns whether a bucket's settings enable versions. */
  public static boolean isEnabled(Bucket bucket) {
    return Optional.ofNullable(bucket.getVersioning())
        .flatMap(versioning -> Optional.ofNullable(versioning.getEnabled()))
        .orElse(false);
  }

  /** Forgets a bucket that this process changed, created or deleted. */
  public void forget(String bucket) {
    seen.remove(bucket);
  }
}
