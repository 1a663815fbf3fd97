package io.windlass.store.s3.access;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.s3.bucket.KmsKey;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection.Encryption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionByDefault;

/** Keys of a key management service that principals need for the objects of a bucket. */
public interface BucketKeys {
  /** The encryptions that need a key. */
  Set<ServerSideEncryption> BY_KEY =
      Set.of(ServerSideEncryption.AWS_KMS, ServerSideEncryption.AWS_KMS_DSSE);

  /** Returns the keys that a bucket's objects are encrypted with, as far as they must be asked. */
  List<KmsKey> of(String bucket);

  /** Returns those of a server that asks no principal for the permission to use a key. */
  static BucketKeys none() {
    return _ -> List.of();
  }

  /**
   * Returns those of AWS, which are asked for at each use: that of the bucket's setting, and that
   * which writes of the driver and of its volumes name. The key of AWS itself, {@code aws/s3}, is
   * for whoever may use the bucket, and has no name in the setting.
   *
   * @param clients the driver's own, which may read the setting (s3:GetEncryptionConfiguration)
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html">Using
   *     server-side encryption with AWS KMS keys</a>
   */
  static BucketKeys ofAws(S3Clients clients, String partition, StoreErrors errors) {
    Optional<String> ofWrites = clients.connection().encryption().flatMap(Encryption::keyId);
    return bucket ->
        Stream.concat(set(bucket, clients, errors).stream(), ofWrites.stream())
            .map(name -> KmsKey.of(name, partition, clients.connection().region()))
            .distinct()
            .toList();
  }

  private static Optional<String> set(String bucket, S3Clients clients, StoreErrors errors) {
    try {
      return errors
          .call(
              "look at encryption of",
              bucket,
              () -> clients.calls().getBucketEncryption(get -> get.bucket(bucket)))
          .serverSideEncryptionConfiguration()
          .rules()
          .stream()
          .flatMap(rule -> Optional.ofNullable(rule.applyServerSideEncryptionByDefault()).stream())
          .filter(rule -> BY_KEY.contains(rule.sseAlgorithm()))
          .map(ServerSideEncryptionByDefault::kmsMasterKeyID)
          .flatMap(name -> Optional.ofNullable(name).stream())
          .findFirst();
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }
}
