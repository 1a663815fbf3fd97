package io.windlass.observe;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.store.Page;
import java.util.List;
import java.util.Optional;

/** Times the calls of a {@link BucketAdmin}. */
record TimedBuckets(BucketAdmin buckets, CallTimer timer) implements BucketAdmin {
  @Override
  public boolean exists(String bucket) {
    return timer.time("buckets.exists", bucket, () -> buckets.exists(bucket));
  }

  @Override
  public void create(String bucket, BucketSettings settings) {
    timer.time("buckets.create", bucket, () -> buckets.create(bucket, settings));
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    timer.time("buckets.update", bucket, () -> buckets.update(bucket, settings));
  }

  @Override
  public boolean keepsVersions(String bucket) {
    return timer.time("buckets.keepsVersions", bucket, () -> buckets.keepsVersions(bucket));
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    timer.time("buckets.keepVersions", bucket, () -> buckets.keepVersions(bucket, wanted));
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    timer.time("buckets.amend", bucket, () -> buckets.amend(bucket, settings));
  }

  @Override
  public void delete(String bucket) {
    timer.time("buckets.delete", bucket, () -> buckets.delete(bucket));
  }

  @Override
  public List<String> dangers(String bucket) {
    return timer.time("buckets.dangers", bucket, () -> buckets.dangers(bucket));
  }

  @Override
  public Page<String> list(Optional<String> token) {
    return timer.time("buckets.list", "", () -> buckets.list(token));
  }
}
