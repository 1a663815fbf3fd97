package io.windlass.store.contract;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DefaultRetention;
import software.amazon.awssdk.services.s3.model.GetObjectLockConfigurationResponse;
import software.amazon.awssdk.services.s3.model.ObjectLockRetentionMode;
import software.amazon.awssdk.services.s3.model.ObjectLockRule;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

/** Looks at a bucket with the AWS client. */
public final class S3BucketView {
  private static final int NOT_FOUND = 404;

  private S3BucketView() {}

  /** All that the server tells of the bucket. */
  public static BucketView of(S3Client client, String bucket) {
    return new BucketView(
        client.getBucketVersioning(b -> b.bucket(bucket)).status()
            == BucketVersioningStatus.ENABLED,
        lock(client, bucket).isPresent(),
        lock(client, bucket).map(S3BucketView::retention).orElse(OptionalInt.empty()),
        expiry(client, bucket),
        find(client, c -> c.getBucketEncryption(b -> b.bucket(bucket))).isPresent(),
        tags(client, bucket));
  }

  private static Optional<GetObjectLockConfigurationResponse> lock(S3Client client, String bucket) {
    return find(client, c -> c.getObjectLockConfiguration(b -> b.bucket(bucket)));
  }

  private static OptionalInt retention(GetObjectLockConfigurationResponse lock) {
    return Optional.ofNullable(lock.objectLockConfiguration().rule()).stream()
        .map(ObjectLockRule::defaultRetention)
        .filter(all -> all.mode() == ObjectLockRetentionMode.GOVERNANCE)
        .mapToInt(DefaultRetention::days)
        .findFirst();
  }

  private static OptionalInt expiry(S3Client client, String bucket) {
    return find(client, c -> c.getBucketLifecycleConfiguration(b -> b.bucket(bucket))).stream()
        .flatMap(lifecycle -> lifecycle.rules().stream())
        .filter(rule -> rule.expiration() != null && rule.expiration().days() != null)
        .mapToInt(rule -> rule.expiration().days())
        .findFirst();
  }

  private static Map<String, String> tags(S3Client client, String bucket) {
    return find(client, c -> c.getBucketTagging(b -> b.bucket(bucket))).stream()
        .flatMap(tagging -> tagging.tagSet().stream())
        .collect(Collectors.toMap(Tag::key, Tag::value));
  }

  private static <T> Optional<T> find(S3Client client, Function<S3Client, T> call) {
    try {
      return Optional.of(call.apply(client));
    } catch (S3Exception e) {
      if (e.statusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
