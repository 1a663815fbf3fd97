package io.windlass.store.s3.client;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Connection.Encryption;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The protocol of S3, and how COSI says its buckets and keys. */
public final class S3Protocol implements CosiForm {
  public static final Protocol S3 = new Protocol("S3", new S3Protocol());

  private static final String REGION = "region";
  private static final String PATH_STYLE = "pathStyle";

  /** Field of a location: the encryption that writes ask for. */
  public static final String SSE = "sse";

  /** Field of a location: the key of that encryption. */
  public static final String SSE_KMS_KEY_ID = "sseKmsKeyId";

  /** Field of an address: the storage class of new objects. */
  public static final String STORAGE_CLASS = "storageClass";

  /** Field of an address: whether requests are paid by who sends them. */
  public static final String REQUESTER_PAYS = "requesterPays";

  private S3Protocol() {}

  /**
   * Returns the location of a bucket.
   *
   * @param region never empty: {@code us-east-1} where the server knows no regions
   * @param pathStyle whether the bucket is addressed in the path rather than in the host name
   */
  public static BucketLocation location(
      String bucket, URI endpoint, String region, boolean pathStyle) {
    return location(bucket, endpoint, region, pathStyle, Optional.empty());
  }

  /**
   * The same.
   *
   * @param encryption what writes to the bucket ask for; empty: nothing
   */
  public static BucketLocation location(
      String bucket,
      URI endpoint,
      String region,
      boolean pathStyle,
      Optional<Encryption> encryption) {
    Map<String, String> fields = new TreeMap<>();
    fields.put(REGION, region);
    fields.put(PATH_STYLE, Boolean.toString(pathStyle));
    encryption.ifPresent(wanted -> fields.put(SSE, wanted.algorithm()));
    encryption.flatMap(Encryption::keyId).ifPresent(id -> fields.put(SSE_KMS_KEY_ID, id));
    return new BucketLocation(S3, bucket, endpoint, fields);
  }

  @Override
  public Optional<Message<String>> bucketInV1Alpha1(BucketLocation location) {
    return Optional.of(
        new Message<>("s3", Map.of("region", location.field(REGION), "signature_version", "S3V4")));
  }

  @Override
  public Message<Secret> keyInV1Alpha1(Credential.Key key, BucketLocation location) {
    S3Key own = S3Key.of(key);
    return new Message<>(
        "s3",
        Map.of(
            "accessKeyID",
            Secret.of(own.accessKeyId()),
            "accessSecretKey",
            own.secretAccessKey(),
            "endpoint",
            Secret.of(location.endpoint().toString()),
            "region",
            Secret.of(location.field(REGION))));
  }

  @Override
  public Map<String, String> bucketInV1Alpha2(BucketLocation location) {
    return Map.of(
        "COSI_S3_BUCKET_ID",
        location.bucket(),
        "COSI_S3_ENDPOINT",
        location.endpoint().toString(),
        "COSI_S3_REGION",
        location.field(REGION),
        "COSI_S3_ADDRESSING_STYLE",
        Boolean.parseBoolean(location.field(PATH_STYLE)) ? "path" : "virtual");
  }

  @Override
  public Map<String, Secret> credentialInV1Alpha2(Credential credential) {
    return switch (credential) {
      case Credential.Key key -> {
        S3Key own = S3Key.of(key);
        yield Map.of(
            "COSI_S3_ACCESS_KEY_ID",
            Secret.of(own.accessKeyId()),
            "COSI_S3_ACCESS_SECRET_KEY",
            own.secretAccessKey());
      }
      case Credential.OwnIdentity _ -> Map.of();
    };
  }
}
