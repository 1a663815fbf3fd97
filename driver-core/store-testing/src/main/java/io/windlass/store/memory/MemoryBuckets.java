package io.windlass.store.memory;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.Page;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The buckets of a backend. They have no settings. */
final class MemoryBuckets implements BucketAdmin {
  private static final String NAME = "[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]";

  private final NavigableMap<String, MemoryBucket> buckets = new ConcurrentSkipListMap<>();
  private final long minPartBytes;

  MemoryBuckets(long minPartBytes) {
    this.minPartBytes = minPartBytes;
  }

  MemoryBucket find(String name) {
    return Optional.ofNullable(buckets.get(name))
        .orElseThrow(() -> new DriverException.NoSuchBucket("no bucket " + name, null));
  }

  @Override
  public boolean exists(String bucket) {
    return buckets.containsKey(bucket);
  }

  @Override
  public void create(String bucket, BucketSettings settings) {
    if (!bucket.matches(NAME)) {
      throw new DriverException.InvalidArgument("no bucket can be called '%s'".formatted(bucket));
    }
    requirePlain(settings);
    buckets.computeIfAbsent(bucket, _ -> new MemoryBucket(minPartBytes));
  }

  /** A bucket that is there already. */
  void add(String name, MemoryBucket bucket) {
    buckets.put(name, bucket);
  }

  private static void requirePlain(BucketSettings settings) {
    List<String> needs = List.copyOf(settings.needs().keySet());
    if (settings.region().isPresent() || !needs.isEmpty()) {
      throw new DriverException.Unsupported(
          "buckets in memory have no region, and none of " + needs, null);
    }
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    amend(bucket, settings);
  }

  @Override
  public boolean keepsVersions(String bucket) {
    find(bucket);
    return false;
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    find(bucket);
    if (wanted) {
      throw new DriverException.Unsupported("the store in memory keeps no versions", null);
    }
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    find(bucket);
    requirePlain(settings);
  }

  @Override
  public void delete(String bucket) {
    buckets.computeIfPresent(
        bucket,
        (_, found) -> {
          if (!found.isEmpty()) {
            throw new DriverException.NotEmpty("bucket %s holds objects".formatted(bucket), null);
          }
          return null;
        });
  }

  @Override
  public Page<String> list(Optional<String> token) {
    return new Page<>(List.copyOf(buckets.keySet()), Optional.empty());
  }
}
