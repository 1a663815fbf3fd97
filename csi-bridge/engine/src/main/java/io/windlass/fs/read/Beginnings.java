package io.windlass.fs.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.windlass.object.Revision;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;

/**
 * First bytes of objects that came with their look-ups, for the reads that follow. All volumes of a
 * process have them in common.
 */
final class Beginnings {
  private static final long MOST_BYTES = 8 << 20;
  private static final Duration KEPT = Duration.ofSeconds(5);

  private final Cache<Name, byte[]> known =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher((Name _, byte[] bytes) -> bytes.length)
          .expireAfterWrite(KEPT)
          .scheduler(Scheduler.systemScheduler())
          .executor(Runnable::run)
          .build();

  private record Name(String source, String key, Revision revision) {
    Name(ObjectVersion object) {
      this(object.source(), object.key(), object.revision());
    }
  }

  void put(String source, String key, Revision revision, byte[] bytes) {
    known.put(new Name(source, key, revision), bytes);
  }

  /** Returns how many first bytes of an object are known. */
  int known(ObjectVersion object) {
    byte[] bytes = known.getIfPresent(new Name(object));
    return bytes == null ? 0 : bytes.length;
  }

  /**
   * Copies the known bytes of a range.
   *
   * @return number of bytes of {@code memory} that were filled, from its beginning
   */
  int read(ObjectVersion object, long offset, int length, List<MemorySegment> memory) {
    byte[] bytes = known.getIfPresent(new Name(object));
    if (bytes == null || offset >= bytes.length) {
      return 0;
    }
    int from = (int) offset;
    int count = Math.min(length, bytes.length - from);
    for (int at = 0; at < count; ) {
      int within = at % BufferBudget.CHUNK;
      int part = Math.min(count - at, BufferBudget.CHUNK - within);
      MemorySegment.copy(
          bytes,
          from + at,
          memory.get(at / BufferBudget.CHUNK),
          ValueLayout.JAVA_BYTE,
          within,
          part);
      at += part;
    }
    return count;
  }
}
