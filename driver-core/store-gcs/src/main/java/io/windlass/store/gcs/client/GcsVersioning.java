package io.windlass.store.gcs.client;

import com.google.api.services.storage.model.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Which buckets keep versions, as it was seen not long ago. Answers about objects do not tell
 * whether their generations are kept.
 */
public final class GcsVersioning {
  /** Known for so long; see the backend's times. */
  public static final Duration KNOWN_FOR = Duration.ofSeconds(30);

  /** Beyond it all is forgotten, so that it does not grow with the names that are asked for. */
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

  /** Whether a bucket says that it keeps versions. */
  public static boolean isEnabled(Bucket bucket) {
    return Optional.ofNullable(bucket.getVersioning())
        .flatMap(versioning -> Optional.ofNullable(versioning.getEnabled()))
        .orElse(false);
  }

  /** A bucket has been changed, made or deleted by this process. */
  public void forget(String bucket) {
    seen.remove(bucket);
  }
}
