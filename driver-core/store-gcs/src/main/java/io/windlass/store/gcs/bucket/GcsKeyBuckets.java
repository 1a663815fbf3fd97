package io.windlass.store.gcs.bucket;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.Page;
import java.util.Optional;

/**
 * Buckets of a backend that was opened with an HMAC key: it manages none.
 *
 * @param backend its name
 */
public record GcsKeyBuckets(String backend) implements BucketAdmin {
  private DriverException refused() {
    return new DriverException.PermissionDenied(
        "backend %s manages no buckets: it was opened for data, with an HMAC key"
            .formatted(backend),
        null);
  }

  @Override
  public boolean exists(String bucket) {
    throw refused();
  }

  @Override
  public void create(String bucket, BucketSettings settings) {
    throw refused();
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    throw refused();
  }

  @Override
  public boolean keepsVersions(String bucket) {
    throw refused();
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    throw refused();
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    throw refused();
  }

  @Override
  public void delete(String bucket) {
    throw refused();
  }

  @Override
  public Page<String> list(Optional<String> token) {
    throw refused();
  }
}
