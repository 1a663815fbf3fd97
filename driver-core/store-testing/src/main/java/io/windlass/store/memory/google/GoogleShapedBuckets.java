package io.windlass.store.memory.google;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.Page;
import java.util.Optional;
import java.util.TreeSet;

/** Buckets, which can be made to keep versions, and nothing else. */
final class GoogleShapedBuckets implements BucketAdmin {
  private final FakeGoogle project;

  GoogleShapedBuckets(FakeGoogle project) {
    this.project = project;
  }

  @Override
  public boolean exists(String bucket) {
    return project.buckets().contains(bucket);
  }

  /** Names with an underscore are the service's own, and no others'. */
  @Override
  public void create(String bucket, BucketSettings settings) {
    requirePossible(settings);
    if (bucket.indexOf('_') >= 0) {
      throw new DriverException.InvalidArgument("a name with an underscore: " + bucket);
    }
    try {
      project.insertBucket(bucket, settings.versioning());
    } catch (GoogleError e) {
      if (e.reason() != GoogleError.Reason.CONFLICT) {
        throw GoogleErrors.of(e);
      }
      update(bucket, settings);
    }
  }

  private static void requirePossible(BucketSettings settings) {
    TreeSet<String> needs = new TreeSet<>();
    settings
        .needs()
        .forEach((name, feature) -> {
          if (feature != Feature.BUCKET_VERSIONS) {
            needs.add(name);
          }
        });
    if (settings.region().isPresent() || !needs.isEmpty()) {
      throw new DriverException.Unsupported(
          "a bucket has no region here, and none of " + needs, null);
    }
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    requirePossible(settings);
    keepVersions(bucket, settings.versioning());
  }

  @Override
  public boolean keepsVersions(String bucket) {
    return GoogleErrors.call(() -> project.bucket(bucket).keepsVersions());
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    GoogleErrors.call(() -> {
      project.bucket(bucket).keepVersions(wanted);
      return wanted;
    });
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    requirePossible(settings);
    FakeBucket there = GoogleErrors.call(() -> project.bucket(bucket));
    if (settings.versioning()) {
      there.keepVersions(true);
    }
  }

  /** What uploads left does not keep it. */
  @Override
  public void delete(String bucket) {
    GoogleShapedStore store = new GoogleShapedStore(project, bucket);
    try {
      if (!new GoogleShapedVersions(store).list("", Optional.empty()).items().isEmpty()) {
        throw notEmpty(bucket, Optional.empty());
      }
      new GoogleShapedUploads(store).endAll();
      project.deleteBucket(bucket);
    } catch (DriverException.NoSuchBucket e) {
      // It is gone.
    } catch (GoogleError e) {
      switch (e.reason()) {
        case BUCKET_NOT_FOUND -> {}
        case CONFLICT -> throw notEmpty(bucket, Optional.of(e));
        default -> throw GoogleErrors.of(e);
      }
    }
  }

  private static DriverException notEmpty(String bucket, Optional<GoogleError> cause) {
    return new DriverException.NotEmpty(
        "bucket %s holds objects".formatted(bucket), cause.orElse(null));
  }

  @Override
  public Page<String> list(Optional<String> token) {
    return new Page<>(project.buckets(), Optional.empty());
  }
}
