package io.windlass.store.s3.bucket;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.client.S3Clients;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAbacStatus;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.OwnershipControls;
import software.amazon.awssdk.services.s3.model.OwnershipControlsRule;
import software.amazon.awssdk.services.s3.model.PublicAccessBlockConfiguration;

/**
 * How buckets are set up on AWS: closed to the public, without access control lists, and closed to
 * requests that are not encrypted on the way.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html">Security
 *     best practices for Amazon S3</a>
 */
public final class AwsExtras implements S3Extras {
  private static final PublicAccessBlockConfiguration ALL_BLOCKED =
      PublicAccessBlockConfiguration.builder()
          .blockPublicAcls(true)
          .ignorePublicAcls(true)
          .blockPublicPolicy(true)
          .restrictPublicBuckets(true)
          .build();

  private static final OwnershipControls OWNED =
      OwnershipControls.builder()
          .rules(
              OwnershipControlsRule.builder()
                  .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                  .build())
          .build();

  private final S3Clients clients;
  private final StoreErrors errors;
  private final boolean onlyTls;

  /**
   * Creates the extras of the server of these clients.
   *
   * @param onlyTls whether the driver and workloads use TLS, so that nobody else need be let in
   */
  public AwsExtras(S3Clients clients, StoreErrors errors, boolean onlyTls) {
    this.clients = clients;
    this.errors = errors;
    this.onlyTls = onlyTls;
  }

  /**
   * Checks the name of a key, which AWS only does when the first object is written. An alias, or an
   * id alone, means a key of whoever writes ("Use a fully qualified KMS key ARN"), and a key is of
   * the bucket's region.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketEncryption.html">PutBucketEncryption</a>
   */
  @Override
  public void check(BucketSettings settings, Deadline deadline) {
    if (settings.encryption() instanceof BucketSettings.Encryption.Kms(String name)) {
      String own = clients.connection().region();
      String region =
          KmsKey.region(name)
              .orElseThrow(() ->
                  new DriverException.InvalidArgument(
                      ("kmsKeyId must be the ARN of a key on AWS, like"
                              + " arn:aws:kms:%s:000000000000:key/ID; not an alias, or an id alone")
                          .formatted(own)));
      if (!region.equals(own)) {
        throw new DriverException.InvalidArgument(
            "kmsKeyId is a key of region %s, and the bucket is in %s: name one of that region"
                .formatted(region, own));
      }
    }
  }

  /**
   * One key of a bucket saves most requests to KMS, and what they cost.
   *
   * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html">Reducing
   *     the cost of SSE-KMS with Amazon S3 Bucket Keys</a>
   */
  @Override
  public boolean hasBucketKeys() {
    return true;
  }

  @Override
  public void quota(String bucket, OptionalLong bytes, Deadline deadline) {}

  @Override
  public void made(String bucket, Deadline deadline) {
    blockPublic(bucket, deadline);
    ownObjects(bucket, deadline);
    if (onlyTls) {
      denyPlainHttp(bucket, deadline);
    }
  }

  /**
   * AWS does so for new buckets since 2023; not for those that were made before, nor where the
   * account or a template says otherwise. Some organizations deny to set it at all, so it is set
   * only where it is missing.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html">Blocking
   *     public access to your Amazon S3 storage</a>
   */
  private void blockPublic(String bucket, Deadline deadline) {
    Optional<PublicAccessBlockConfiguration> there =
        readable(
            "look at the block of public access to",
            bucket,
            deadline,
            client ->
                client
                    .getPublicAccessBlock(get -> get.bucket(bucket))
                    .publicAccessBlockConfiguration());
    if (!there.equals(Optional.of(ALL_BLOCKED))) {
      set(
          "block public access to",
          bucket,
          deadline,
          client ->
              client.putPublicAccessBlock(
                  put -> put.bucket(bucket).publicAccessBlockConfiguration(ALL_BLOCKED)));
    }
  }

  /**
   * The bucket's account owns what others write, and access control lists mean nothing.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html">Controlling
   *     ownership of objects</a>
   */
  private void ownObjects(String bucket, Deadline deadline) {
    Optional<OwnershipControls> there =
        readable(
            "look at the owner of objects of",
            bucket,
            deadline,
            client ->
                client.getBucketOwnershipControls(get -> get.bucket(bucket)).ownershipControls());
    if (!there.equals(Optional.of(OWNED))) {
      set(
          "set the owner of objects of",
          bucket,
          deadline,
          client ->
              client.putBucketOwnershipControls(
                  put -> put.bucket(bucket).ownershipControls(OWNED)));
    }
  }

  /**
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html">Security
   *     best practices, "Enforce encryption of data in transit"</a>
   */
  private void denyPlainHttp(String bucket, Deadline deadline) {
    Optional<String> there =
        find(
            "look at the policy of",
            bucket,
            deadline,
            client -> client.getBucketPolicy(get -> get.bucket(bucket)).policy());
    if (there.isEmpty()) { // one that somebody has put meanwhile stays
      set(
          "set the policy of",
          bucket,
          deadline,
          client -> client.putBucketPolicy(put -> put.bucket(bucket).policy(policy(bucket))));
    }
  }

  /**
   * Their names end with the account, the region and "-an", and need a header to be made.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/gpbucketnamespaces.html">Namespaces
   *     for general purpose buckets</a>
   */
  @Override
  public boolean isOfTheAccount(String bucket, String region) {
    return bucket.matches(".+-[0-9]{12}-%s-an".formatted(region));
  }

  /**
   * "You can no longer use the PutBucketTagging and DeleteBucketTagging actions to tag your
   * bucket"; GetBucketTagging still works.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketAbac.html">PutBucketAbac</a>
   */
  @Override
  public DriverException tagsRefused(String bucket, DriverException refused, Deadline deadline) {
    Optional<BucketAbacStatus> access;
    try {
      access =
          find(
              "look at access by attributes of",
              bucket,
              deadline,
              client -> client.getBucketAbac(get -> get.bucket(bucket)).abacStatus().status());
    } catch (DriverException e) {
      refused.addSuppressed(e);
      return refused;
    }
    return access.equals(Optional.of(BucketAbacStatus.ENABLED))
        ? new DriverException.FailedPrecondition(
            errors.says(
                "set tags of",
                bucket,
                "it has attribute-based access control (ABAC), so that its tags are permissions, and"
                    + " AWS takes them by TagResource alone: set them there, and call again"))
        : refused;
  }

  private void set(String what, String bucket, Deadline deadline, Consumer<S3Client> call) {
    errors.run(
        what,
        bucket,
        () -> {
          var _ =
              clients.digesting(
                  deadline,
                  client -> {
                    call.accept(client);
                    return bucket;
                  });
        });
  }

  /** Returns a setting that may be set without a look; empty also where nobody may look. */
  private <T> Optional<T> readable(
      String what, String bucket, Deadline deadline, Function<S3Client, T> call) {
    try {
      return find(what, bucket, deadline, call);
    } catch (DriverException.PermissionDenied e) {
      return Optional.empty();
    }
  }

  /** Returns a setting of a bucket; empty if it has none. */
  private <T> Optional<T> find(
      String what, String bucket, Deadline deadline, Function<S3Client, T> call) {
    try {
      return Optional.ofNullable(
          errors.call(what, bucket, () -> call.apply(clients.within(deadline))));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  private String policy(String bucket) {
    String partition = PartitionMetadata.of(Region.of(clients.connection().region())).id();
    return """
    {"Version":"2012-10-17","Statement":[{"Sid":"WindlassTlsOnly","Effect":"Deny",\
    "Principal":"*","Action":"s3:*",\
    "Resource":["arn:%1$s:s3:::%2$s","arn:%1$s:s3:::%2$s/*"],\
    "Condition":{"Bool":{"aws:SecureTransport":"false"}}}]}\
    """
        .formatted(partition, bucket);
  }
}
