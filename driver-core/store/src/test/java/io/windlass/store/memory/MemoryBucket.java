package io.windlass.store.memory;

import io.windlass.store.Condition;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Page;
import io.windlass.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
      throw new StoreException.NotFound("no object " + key, null);
    }
    return blob;
  }

  /** The object if it is the one that was seen. */
  Blob find(String key, Optional<String> ifMatch) {
    Blob blob = find(key);
    ifMatch.ifPresent(etag -> check(key, blob, Condition.ifMatch(etag)));
    return blob;
  }

  ObjectInfo put(
      String key, ByteBuffer content, Map<String, String> metadata, Condition condition) {
    Keys.check(key);
    Keys.check(metadata);
    String etag = "\"%016x\"".formatted(versions.incrementAndGet());
    return objects
        .compute(
            key,
            (_, before) -> {
              check(key, before, condition);
              return new Blob(content, etag, Instant.now(), Map.copyOf(metadata));
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
          case Condition.IfMatch(String etag) -> before != null && before.etag().equals(etag);
        };
    if (!holds) {
      throw new StoreException.PreconditionFailed(key + " has changed", null);
    }
  }

  Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    List<ListedEntry> entries = new ArrayList<>();
    String prefix = options.prefix();
    String after = token.or(options::startAfter).orElse("");
    String at =
        Keys.ORDER.compare(after, prefix) < 0
            ? objects.ceilingKey(prefix)
            : objects.higherKey(after);
    while (at != null && at.startsWith(prefix)) {
      if (entries.size() == options.limit()) {
        return new Page<>(entries, Optional.of(last(entries.getLast())));
      }
      String key = at;
      int cut = options.delimiter().map(by -> key.indexOf(by, prefix.length())).orElse(-1);
      if (cut < 0) {
        Optional.ofNullable(objects.get(key)).ifPresent(blob -> entries.add(blob.listed(key)));
        at = objects.higherKey(key);
      } else {
        ListedEntry.Prefix group =
            new ListedEntry.Prefix(key.substring(0, cut + options.delimiter().get().length()));
        entries.add(group);
        at = objects.higherKey(last(group));
      }
    }
    return new Page<>(entries, Optional.empty());
  }

  /** Behind a group, nothing of it comes again. */
  private static String last(ListedEntry entry) {
    return switch (entry) {
      case ListedEntry.Listed(String key, _, _, _, _) -> key;
      case ListedEntry.Prefix(String key) -> key + Character.toString(0x10FFFF);
    };
  }
}
