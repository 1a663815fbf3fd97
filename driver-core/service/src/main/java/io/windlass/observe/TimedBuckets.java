package io.windlass.observe;

import io.windlass.store.BucketAdmin;
import io.windlass.store.BucketSettings;
import io.windlass.store.Page;
import java.util.Optional;

/** Times the calls of a {@link BucketAdmin}. */
record TimedBuckets(BucketAdmin buckets, CallTimer timer) implements BucketAdmin {
  @Override
  public boolean exists(String bucket) {
    return timer.time("buckets.exists", () -> buckets.exists(bucket));
  }

  @Override
  public void create(String bucket, BucketSettings settings) {
    timer.time("buckets.create", () -> buckets.create(bucket, settings));
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    timer.time("buckets.update", () -> buckets.update(bucket, settings));
  }

  @Override
  public boolean keepsVersions(String bucket) {
    return timer.time("buckets.keepsVersions", () -> buckets.keepsVersions(bucket));
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    timer.time("buckets.keepVersions", () -> buckets.keepVersions(bucket, wanted));
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    timer.time("buckets.amend", () -> buckets.amend(bucket, settings));
  }

  @Override
  public void delete(String bucket) {
    timer.time("buckets.delete", () -> buckets.delete(bucket));
  }

  @Override
  public Page<String> list(Optional<String> token) {
    return timer.time("buckets.list", () -> buckets.list(token));
  }
}
