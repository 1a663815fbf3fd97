package io.windlass.store.s3.bucket;

import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.s3.client.S3Clients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.ObjectLockEnabled;
import software.amazon.awssdk.services.s3.model.ObjectLockRetentionMode;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionByDefault;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionRule;
import software.amazon.awssdk.services.s3.model.Tag;

/**
 * Reads and changes the settings of buckets, one by one, within one operation. A server that does
 * not know a setting (501, or 405) has none of that kind, and there is nothing to be removed.
 */
final class S3Settings {
  /** Id of the driver's own lifecycle rule for expiry; other rules of a bucket are left alone. */
  static final String EXPIRY_RULE = "windlass-expiry";

  /** Id of the driver's own lifecycle rule for versions that snapshots left behind. */
  static final String VERSIONS_RULE = "windlass-versions";

  private final S3Clients clients;
  private final S3Client client;
  private final S3Extras extras;
  private final StoreErrors errors;
  private final Deadline deadline;

  S3Settings(S3Clients clients, S3Extras extras, StoreErrors errors, Deadline deadline) {
    this.clients = clients;
    this.client = clients.within(deadline);
    this.extras = extras;
    this.errors = errors;
    this.deadline = deadline;
  }

  /** S3 demands a digest of all requests that set something. */
  private <T> T digesting(Function<S3Client, T> call) {
    return clients.digesting(deadline, call);
  }

  boolean hasLock(String bucket) {
    try {
      return errors
              .call(
                  "look at object lock of",
                  bucket,
                  () -> client.getObjectLockConfiguration(get -> get.bucket(bucket)))
              .objectLockConfiguration()
              .objectLockEnabled()
          == ObjectLockEnabled.ENABLED;
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.Unsupported e) {
      return false;
    }
  }

  /**
   * Retains each new object of a bucket with object lock for so many days, in the mode that those
   * may end who have the right for it (s3:BypassGovernanceRetention).
   */
  void retention(String bucket, int days) {
    errors.call(
        "set retention of",
        bucket,
        () ->
            digesting(with ->
                with.putObjectLockConfiguration(put ->
                    put.bucket(bucket)
                        .objectLockConfiguration(to ->
                            to.objectLockEnabled(ObjectLockEnabled.ENABLED)
                                .rule(rule ->
                                    rule.defaultRetention(objects ->
                                        objects
                                            .mode(ObjectLockRetentionMode.GOVERNANCE)
                                            .days(days)))))));
  }

  void quota(String bucket, OptionalLong bytes) {
    extras.quota(bucket, bytes, deadline);
  }

  boolean keepsVersions(String bucket) {
    try {
      return errors
              .call(
                  "look at versioning of",
                  bucket,
                  () -> client.getBucketVersioning(get -> get.bucket(bucket)))
              .status()
          == BucketVersioningStatus.ENABLED;
    } catch (DriverException.Unsupported e) {
      return false;
    }
  }

  /**
   * Enables or suspends versioning. A bucket that never had versions is not changed by suspending;
   * one that has them can only stop making new ones.
   */
  void versioning(String bucket, boolean wanted) {
    if (keepsVersions(bucket) != wanted) {
      setVersioning(
          bucket, wanted ? BucketVersioningStatus.ENABLED : BucketVersioningStatus.SUSPENDED);
    }
  }

  /** Enables or suspends versioning, whatever it is now. */
  void setVersioning(String bucket, BucketVersioningStatus status) {
    errors.call(
        "set versioning of",
        bucket,
        () ->
            digesting(with ->
                with.putBucketVersioning(
                    put -> put.bucket(bucket).versioningConfiguration(to -> to.status(status)))));
  }

  void encryption(String bucket, Encryption wanted) {
    switch (wanted) {
      case Encryption.BackendDefault _ -> resetEncryption(bucket);
      case Encryption.Managed _ ->
          encryption(
              bucket,
              ServerSideEncryptionByDefault.builder()
                  .sseAlgorithm(ServerSideEncryption.AES256)
                  .build());
      case Encryption.Kms(String keyId) ->
          encryption(
              bucket,
              ServerSideEncryptionByDefault.builder()
                  .sseAlgorithm(ServerSideEncryption.AWS_KMS)
                  .kmsMasterKeyID(keyId)
                  .build());
      case Encryption.Scope _ ->
          throw new IllegalArgumentException("S3 has no encryption scopes"); // refused before
    }
  }

  private void resetEncryption(String bucket) {
    try {
      errors.call(
          "reset encryption of",
          bucket,
          () -> client.deleteBucketEncryption(gone -> gone.bucket(bucket)));
    } catch (DriverException.Unsupported e) {
      // There can be none.
    }
  }

  private void encryption(String bucket, ServerSideEncryptionByDefault by) {
    ServerSideEncryptionRule.Builder made =
        ServerSideEncryptionRule.builder().applyServerSideEncryptionByDefault(by);
    if (by.sseAlgorithm() == ServerSideEncryption.AWS_KMS && extras.hasBucketKeys()) {
      made.bucketKeyEnabled(true);
    }
    ServerSideEncryptionRule rule = made.build();
    try {
      errors.call(
          "set encryption of",
          bucket,
          () ->
              digesting(with ->
                  with.putBucketEncryption(put ->
                      put.bucket(bucket).serverSideEncryptionConfiguration(to -> to.rules(rule)))));
    } catch (DriverException.NotFound e) {
      if (e instanceof DriverException.NoSuchBucket) {
        throw e;
      }
      throw new DriverException.InvalidArgument(
          errors.says(
              "set encryption of",
              bucket,
              "the server has no key '%s': name one that it has".formatted(by.kmsMasterKeyID())));
    }
  }

  void expiry(String bucket, OptionalInt days) {
    rule(
        bucket,
        EXPIRY_RULE,
        days.stream()
            .mapToObj(after ->
                LifecycleRule.builder()
                    .expiration(objects -> objects.days(after))
                    .noncurrentVersionExpiration(versions -> versions.noncurrentDays(after)))
            .findAny());
  }

  /**
   * Sets or removes the rule that deletes versions one day after they were replaced, and delete
   * markers without versions. It is for versions from the time when the bucket kept them, if they
   * are replaced later; where the server has no such rules, they stay.
   */
  void replacedVersionsGo(String bucket, boolean wanted, Capabilities capabilities) {
    if (capabilities.has(Feature.BUCKET_LIFECYCLE)) {
      LifecycleRule.Builder rule =
          LifecycleRule.builder()
              .expiration(markers -> markers.expiredObjectDeleteMarker(true))
              .noncurrentVersionExpiration(versions -> versions.noncurrentDays(1));
      try {
        rule(bucket, VERSIONS_RULE, wanted ? Optional.of(rule) : Optional.empty());
      } catch (DriverException.Unsupported e) {
        // as without the feature
      }
    }
  }

  private void rule(String bucket, String id, Optional<LifecycleRule.Builder> wanted) {
    List<LifecycleRule> before = lifecycle(bucket);
    List<LifecycleRule> rules =
        new ArrayList<>(before.stream().filter(rule -> !id.equals(rule.id())).toList());
    wanted.ifPresent(rule ->
        rules.add(
            rule.id(id).status(ExpirationStatus.ENABLED).filter(all -> all.prefix("")).build()));
    if (rules.equals(before)) {
      return;
    }
    if (rules.isEmpty()) {
      errors.call(
          "remove lifecycle of",
          bucket,
          () -> client.deleteBucketLifecycle(gone -> gone.bucket(bucket)));
      return;
    }
    errors.call(
        "set lifecycle of",
        bucket,
        () ->
            digesting(with ->
                with.putBucketLifecycleConfiguration(
                    put -> put.bucket(bucket).lifecycleConfiguration(to -> to.rules(rules)))));
  }

  private List<LifecycleRule> lifecycle(String bucket) {
    try {
      return errors
          .call(
              "look at lifecycle of",
              bucket,
              () -> client.getBucketLifecycleConfiguration(get -> get.bucket(bucket)))
          .rules();
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.Unsupported e) {
      return List.of();
    }
  }

  /** Sets the tags, if it has not these alone; others may have the right to set none. */
  void tags(String bucket, Map<String, String> wanted) {
    if (tags(bucket).equals(Optional.of(wanted))) {
      return;
    }
    try {
      setTags(bucket, wanted);
    } catch (DriverException e) {
      throw extras.tagsRefused(bucket, e, deadline);
    }
  }

  /** Returns the tags; empty if nobody may look. */
  private Optional<Map<String, String>> tags(String bucket) {
    try {
      return Optional.of(
          errors
              .call(
                  "look at tags of",
                  bucket,
                  () -> client.getBucketTagging(get -> get.bucket(bucket)))
              .tagSet()
              .stream()
              .collect(Collectors.toMap(Tag::key, Tag::value)));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.Unsupported e) {
      return Optional.of(Map.of());
    } catch (DriverException.PermissionDenied e) {
      return Optional.empty();
    }
  }

  private void setTags(String bucket, Map<String, String> wanted) {
    if (wanted.isEmpty()) {
      errors.call(
          "remove tags of", bucket, () -> client.deleteBucketTagging(gone -> gone.bucket(bucket)));
      return;
    }
    List<Tag> tags =
        new TreeMap<>(wanted)
            .entrySet().stream()
                .map(entry -> Tag.builder().key(entry.getKey()).value(entry.getValue()).build())
                .toList();
    errors.call(
        "set tags of",
        bucket,
        () ->
            digesting(with ->
                with.putBucketTagging(put -> put.bucket(bucket).tagging(to -> to.tagSet(tags)))));
  }
}
