package io.windlass.store.memory.azure;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.Page;
import java.util.Optional;

/** Containers as buckets. */
final class AzureShapedBuckets implements BucketAdmin {
  private final FakeAzure account;

  AzureShapedBuckets(FakeAzure account) {
    this.account = account;
  }

  @Override
  public boolean exists(String bucket) {
    return account.containers().contains(bucket);
  }

  /** Whoever makes a container again has just made it: names are one account's. */
  @Override
  public void create(String bucket, BucketSettings settings) {
    requirePlain(settings);
    try {
      account.createContainer(bucket);
    } catch (AzureError e) {
      switch (e.code()) {
        case CONTAINER_ALREADY_EXISTS -> {}
        case INVALID_RESOURCE_NAME -> throw new DriverException.InvalidArgument(e.getMessage());
        default -> throw AzureErrors.of(e);
      }
    }
  }

  private static void requirePlain(BucketSettings settings) {
    if (settings.region().isPresent() || !settings.needs().isEmpty()) {
      throw new DriverException.Unsupported(
          "a container has no region, and none of " + settings.needs().keySet(), null);
    }
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    amend(bucket, settings);
  }

  @Override
  public boolean keepsVersions(String bucket) {
    AzureErrors.call(() -> account.container(bucket));
    return false;
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    AzureErrors.call(() -> account.container(bucket));
    if (wanted) {
      throw new DriverException.Unsupported("versions are the account's to keep", null);
    }
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    AzureErrors.call(() -> account.container(bucket));
    requirePlain(settings);
  }

  /** The service deletes all that is in it, so that is looked for before. */
  @Override
  public void delete(String bucket) {
    Optional<String> none = Optional.empty();
    try {
      if (!account.container(bucket).list("", none, none, none, 1).lines().isEmpty()) {
        throw new DriverException.NotEmpty("container %s holds blobs".formatted(bucket), null);
      }
      account.deleteContainer(bucket);
    } catch (AzureError e) {
      if (e.code() != AzureError.Code.CONTAINER_NOT_FOUND) {
        throw AzureErrors.of(e);
      }
    }
  }

  @Override
  public Page<String> list(Optional<String> token) {
    return new Page<>(account.containers(), Optional.empty());
  }
}
