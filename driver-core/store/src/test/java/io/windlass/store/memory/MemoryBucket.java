package io.windlass.store.memory;

import io.windlass.store.Condition;
import io.windlass.store.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Page;
import io.windlass.store.Revision;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What is in a bucket. */
final class MemoryBucket {
  private final NavigableMap<String, Blob> objects = new ConcurrentSkipListMap<>(Keys.ORDER);
  private final AtomicLong versions = new AtomicLong();
  private final long minPartBytes;
  private final MemoryUploads uploads;

  MemoryBucket(long minPartBytes) {
    this.minPartBytes = minPartBytes;
    this.uploads = new MemoryUploads(minPartBytes);
  }

  /** Another that holds the same objects now. */
  MemoryBucket copy() {
    MemoryBucket copy = new MemoryBucket(minPartBytes);
    copy.objects.putAll(objects);
    copy.versions.set(versions.get());
    return copy;
  }

  MemoryUploads uploads() {
    return uploads;
  }

  boolean isEmpty() {
    return objects.isEmpty();
  }

  Blob find(String key) {
    Keys.check(key);
    Blob blob = objects.get(key);
    if (blob == null) {
      throw new DriverException.NotFound("no object " + key, null);
    }
    return blob;
  }

  /** The object if it is the one that was seen. */
  Blob find(String key, Optional<Revision> ifMatch) {
    Blob blob = find(key);
    ifMatch.ifPresent(revision -> check(key, blob, Condition.ifMatch(revision)));
    return blob;
  }

  ObjectInfo put(
      String key, ByteBuffer content, Map<String, String> metadata, Condition condition) {
    Keys.check(key);
    Keys.check(metadata);
    Revision revision = new Revision("\"%016x\"".formatted(versions.incrementAndGet()));
    return objects
        .compute(
            key,
            (_, before) -> {
              check(key, before, condition);
              return new Blob(content, revision, Instant.now(), Map.copyOf(metadata));
            })
        .info(key);
  }

  void delete(String key, Condition condition) {
    Keys.check(key);
    objects.compute(
        key,
        (_, before) -> {
          check(key, before, condition);
          return null;
        });
  }

  private static void check(String key, @Nullable Blob before, Condition condition) {
    boolean holds =
        switch (condition) {
          case Condition.Always _ -> true;
          case Condition.IfAbsent _ -> before == null;
          case Condition.IfMatch(Revision revision) ->
              before != null && before.revision().equals(revision);
        };
    if (!holds) {
      throw new DriverException.PreconditionFailed(key + " has changed", null);
    }
  }

  Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return KeyPages.page(
            objects,
            options.prefix(),
            options.delimiter(),
            token.or(options::startAfter).map(KeyPages.Start::behind).orElse(KeyPages.Start.ALL),
            options.limit())
        .map(MemoryBucket::entry);
  }

  private static ListedEntry entry(KeyPages.Line<Blob> line) {
    return line.value()
        .map(blob -> blob.listed(line.key()))
        .orElseGet(() -> new ListedEntry.Prefix(line.key()));
  }
}
