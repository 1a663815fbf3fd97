package io.windlass.fs.posix;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.util.Optional;

/**
 * Times at which this volume itself last changed the content of directories. They are not in the
 * bucket, since that would cost a request for each file that is created. They are kept for the
 * 10,000 directories that were used last.
 */
public final class DirectoryTimes {
  private static final int MOST = 10_000;

  private final Cache<String, Instant> known =
      Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

  /** Records that a name was created or removed in the directory {@code prefix}. */
  public void touch(String prefix) {
    known.put(prefix, Instant.now());
  }

  /** Drops the time of a directory, because its time was set explicitly. */
  public void forget(String prefix) {
    known.invalidate(prefix);
  }

  /** Returns when the content of a directory last changed, if that is known. */
  Optional<Instant> touched(String prefix) {
    return Optional.ofNullable(known.getIfPresent(prefix));
  }
}
