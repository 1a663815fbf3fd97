package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Optional;

/**
 * An access from the driver's answer.
 *
 * @param accountId id that later calls use
 * @param buckets buckets that the access reaches, in the order of the answer
 * @param credentials exactly one, if the answer is valid
 * @param violations reasons for which the sidecar would have refused the answer
 */
public record Access(
    String accountId,
    List<GrantedBucket> buckets,
    List<WorkloadCredential> credentials,
    List<String> violations) {
  public Access {
    buckets = List.copyOf(buckets);
    credentials = List.copyOf(credentials);
    violations = List.copyOf(violations);
  }

  /** A bucket of the answer. */
  public record GrantedBucket(String bucketId, List<BucketInfo> infos) {
    public GrantedBucket {
      infos = List.copyOf(infos);
    }
  }

  /** Returns the S3 access key of the answer. */
  public Optional<WorkloadCredential.S3> s3Key() {
    return credentials.stream()
        .filter(WorkloadCredential.S3.class::isInstance)
        .map(WorkloadCredential.S3.class::cast)
        .findFirst();
  }

  /** Returns the Azure access token of the answer. */
  public Optional<WorkloadCredential.Azure> azureToken() {
    return credentials.stream()
        .filter(WorkloadCredential.Azure.class::isInstance)
        .map(WorkloadCredential.Azure.class::cast)
        .findFirst();
  }

  /** Returns the key for Google of the answer. */
  public Optional<WorkloadCredential.Gcs> gcsKey() {
    return credentials.stream()
        .filter(WorkloadCredential.Gcs.class::isInstance)
        .map(WorkloadCredential.Gcs.class::cast)
        .findFirst();
  }

  /** Returns the address of one of the buckets for clients of Google. */
  public Optional<BucketInfo.Gcs> gcsBucket(String bucketId) {
    return buckets.stream()
        .filter(bucket -> bucket.bucketId().equals(bucketId))
        .flatMap(bucket -> bucket.infos().stream())
        .filter(BucketInfo.Gcs.class::isInstance)
        .map(BucketInfo.Gcs.class::cast)
        .findFirst();
  }

  /** Returns the address of one of the buckets for S3 clients. */
  public Optional<BucketInfo.S3> s3Bucket(String bucketId) {
    return buckets.stream()
        .filter(bucket -> bucket.bucketId().equals(bucketId))
        .flatMap(bucket -> bucket.infos().stream())
        .filter(BucketInfo.S3.class::isInstance)
        .map(BucketInfo.S3.class::cast)
        .findFirst();
  }
}
