package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Optional;

/**
 * An access as the driver answered it.
 *
 * @param accountId what later calls name it by
 * @param buckets those that it reaches, in the order of the answer
 * @param credentials one, if the answer is right
 * @param violations what the sidecar would have refused in this answer
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
  public record GrantedBucket(String bucketId, List<BucketAddress> infos) {
    public GrantedBucket {
      infos = List.copyOf(infos);
    }
  }

  /** The S3 access key of the answer. */
  public Optional<WorkloadCredential.S3> s3Key() {
    return credentials.stream()
        .filter(WorkloadCredential.S3.class::isInstance)
        .map(WorkloadCredential.S3.class::cast)
        .findFirst();
  }

  /** How one of the buckets is found over S3. */
  public Optional<BucketAddress.S3> s3Bucket(String bucketId) {
    return buckets.stream()
        .filter(bucket -> bucket.bucketId().equals(bucketId))
        .flatMap(bucket -> bucket.infos().stream())
        .filter(BucketAddress.S3.class::isInstance)
        .map(BucketAddress.S3.class::cast)
        .findFirst();
  }
}
