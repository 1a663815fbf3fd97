package io.windlass.fs.attribute;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.util.Optional;

/**
 * When this volume itself last changed what is in a directory. That is not in the bucket, as it
 * would cost a request for each file that is made; it is remembered of the last many directories.
 */
public final class DirectoryTimes {
  private static final int MOST = 10_000;

  private final Cache<String, Instant> known =
      Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

  /** A name was made or removed in the directory {@code prefix}. */
  public void touch(String prefix) {
    known.put(prefix, Instant.now());
  }

  /** Its time was set, and is that. */
  public void forget(String prefix) {
    known.invalidate(prefix);
  }

  /** When that was last. */
  Optional<Instant> touched(String prefix) {
    return Optional.ofNullable(known.getIfPresent(prefix));
  }
}
