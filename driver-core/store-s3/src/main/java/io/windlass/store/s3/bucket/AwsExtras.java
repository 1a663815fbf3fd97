package io.windlass.store.s3.bucket;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.client.S3Clients;
import java.util.OptionalLong;
import java.util.function.Consumer;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.OwnershipControlsRule;

/**
 * How buckets are set up on AWS: closed to the public, without access control lists, and closed to
 * requests that are not encrypted on the way.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html">Security
 *     best practices for Amazon S3</a>
 */
public final class AwsExtras implements S3Extras {
  private final S3Clients clients;
  private final StoreErrors errors;

  /** Creates the extras of the server of these clients. */
  public AwsExtras(S3Clients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  @Override
  public void check(BucketSettings settings, Deadline deadline) {}

  @Override
  public void quota(String bucket, OptionalLong bytes, Deadline deadline) {}

  @Override
  public void made(String bucket, Deadline deadline) {
    set(
        "block public access to",
        bucket,
        deadline,
        client ->
            client.putPublicAccessBlock(put ->
                put.bucket(bucket)
                    .publicAccessBlockConfiguration(all ->
                        all.blockPublicAcls(true)
                            .ignorePublicAcls(true)
                            .blockPublicPolicy(true)
                            .restrictPublicBuckets(true))));
    set(
        "set the owner of objects of",
        bucket,
        deadline,
        client ->
            client.putBucketOwnershipControls(put ->
                put.bucket(bucket)
                    .ownershipControls(to ->
                        to.rules(
                            OwnershipControlsRule.builder()
                                .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                                .build()))));
    if (!hasPolicy(bucket, deadline)) {
      set(
          "set the policy of",
          bucket,
          deadline,
          client -> client.putBucketPolicy(put -> put.bucket(bucket).policy(policy(bucket))));
    }
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

  /** A policy that somebody has put meanwhile stays. */
  private boolean hasPolicy(String bucket, Deadline deadline) {
    try {
      var _ =
          errors.call(
              "look at the policy of",
              bucket,
              () -> clients.within(deadline).getBucketPolicy(get -> get.bucket(bucket)));
      return true;
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return false;
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
