package io.windlass.store.memory;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/** Contents of a bucket. */
final class MemoryBucket {
  private final NavigableMap<String, Blob> objects = new ConcurrentSkipListMap<>(Keys.ORDER);
  private final long minPartBytes;
  private final MemoryUploads uploads;

  MemoryBucket(long minPartBytes) {
    this.minPartBytes = minPartBytes;
    this.uploads = new MemoryUploads(minPartBytes);
  }

  /** Returns a copy with the same objects. */
  MemoryBucket copy() {
    MemoryBucket copy = new MemoryBucket(minPartBytes);
    copy.objects.putAll(objects);
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

  /** Returns the object if it has the expected revision. */
  Blob find(String key, Optional<Revision> ifMatch) {
    Blob blob = find(key);
    ifMatch.ifPresent(revision -> check(key, blob, Condition.ifMatch(revision)));
    return blob;
  }

  ObjectInfo put(
      String key,
      ByteBuffer content,
      Map<String, String> metadata,
      ObjectProperties properties,
      Condition condition) {
    Keys.check(key);
    Keys.check(metadata);
    Revision revision = revision(content);
    return objects
        .compute(
            key,
            (_, before) -> {
              check(key, before, condition);
              return new Blob(content, revision, Instant.now(), Map.copyOf(metadata), properties);
            })
        .info(key);
  }

  /**
   * Returns a revision that is the same for the same content, like the ETags of S3. Not by a
   * digest: where the JVM has no optimising compiler, as in tests, that takes a hundred times as
   * long.
   */
  private static Revision revision(ByteBuffer content) {
    return new Revision(
        "\"%08x%08x-%x\""
            .formatted(
                checksum(new CRC32(), content),
                checksum(new CRC32C(), content),
                content.remaining()));
  }

  private static long checksum(Checksum checksum, ByteBuffer content) {
    checksum.update(content.duplicate());
    return checksum.getValue();
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
