package io.windlass.cosi.sanity.s3;

import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreSession;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/** Client of S3. Metadata are tags, and access is the bucket's policy. */
final class S3Session implements StoreSession {
  private static final Map.Entry<String, String> TAG = Map.entry("cosi-sanity", "tried");

  /** Error codes which mean that the request is permitted and that nothing is set. */
  private static final Set<String> NOTHING_SET = Set.of("NoSuchTagSet", "NoSuchBucketPolicy");

  private final S3Client client;
  private final String bucket;

  S3Session(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  @Override
  public String bucket() {
    return bucket;
  }

  @Override
  public StoreSession in(String other) {
    return new S3Session(client, other);
  }

  @Override
  public StoreAnswer put(String key, String content) {
    return attempt(
        "PutObject",
        () -> {
          client.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromString(content));
          return "";
        });
  }

  @Override
  public StoreAnswer get(String key) {
    return attempt(
        "GetObject", () -> client.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asUtf8String());
  }

  @Override
  public StoreAnswer list() {
    return attempt(
        "ListObjectsV2",
        () -> {
          ListObjectsV2Response page = client.listObjectsV2(r -> r.bucket(bucket).maxKeys(10));
          return String.join(" ", page.contents().stream().map(S3Object::key).toList());
        });
  }

  @Override
  public StoreAnswer delete(String key) {
    return attempt(
        "DeleteObject",
        () -> {
          client.deleteObject(r -> r.bucket(bucket).key(key));
          return "";
        });
  }

  @Override
  public StoreAnswer objectMetadata(String key) {
    return attempt(
        "GetObjectTagging",
        () -> client.getObjectTagging(r -> r.bucket(bucket).key(key)).tagSet().size() + " tags");
  }

  @Override
  public StoreAnswer changeObjectMetadata(String key) {
    return attempt(
        "PutObjectTagging",
        () -> {
          client.putObjectTagging(r -> r.bucket(bucket).key(key).tagging(tagging()));
          return "";
        });
  }

  @Override
  public StoreAnswer bucketMetadata() {
    return attempt(
        "GetBucketTagging",
        () -> client.getBucketTagging(r -> r.bucket(bucket)).tagSet().size() + " tags");
  }

  @Override
  public StoreAnswer changeBucketMetadata() {
    return attempt(
        "PutBucketTagging",
        () -> {
          client.putBucketTagging(r -> r.bucket(bucket).tagging(tagging()));
          return "";
        });
  }

  @Override
  public StoreAnswer policy() {
    return attempt(
        "GetBucketPolicy",
        () -> {
          client.getBucketPolicy(r -> r.bucket(bucket));
          return "";
        });
  }

  @Override
  public StoreAnswer publish() {
    String policy =
        """
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["*"]},\
        "Action":["s3:GetObject"],"Resource":["arn:aws:s3:::%s/*"]}]}\
        """
            .formatted(bucket);
    return attempt(
        "PutBucketPolicy",
        () -> {
          client.putBucketPolicy(r -> r.bucket(bucket).policy(policy));
          return "";
        });
  }

  @Override
  public StoreAnswer createBucket() {
    return attempt(
        "CreateBucket",
        () -> {
          client.createBucket(r -> r.bucket(bucket));
          return "";
        });
  }

  @Override
  public StoreAnswer deleteBucket() {
    return attempt(
        "DeleteBucket",
        () -> {
          client.deleteBucket(r -> r.bucket(bucket));
          return "";
        });
  }

  @Override
  public StoreAnswer empty() {
    return attempt(
        "deleting all objects",
        () -> {
          for (int page = 0; page < MAX_PAGES; page++) {
            var objects = client.listObjectsV2(r -> r.bucket(bucket)).contents();
            if (objects.isEmpty()) {
              break;
            }
            for (S3Object object : objects) {
              client.deleteObject(r -> r.bucket(bucket).key(object.key()));
            }
          }
          return "";
        });
  }

  private static Tagging tagging() {
    return Tagging.builder()
        .tagSet(Tag.builder().key(TAG.getKey()).value(TAG.getValue()).build())
        .build();
  }

  private static StoreAnswer attempt(String operation, Supplier<String> request) {
    try {
      return StoreAnswer.allowed(operation, request.get());
    } catch (SdkException e) {
      return failed(operation, e);
    }
  }

  private static StoreAnswer failed(String operation, SdkException e) {
    if (!(e instanceof AwsServiceException service)) {
      return new StoreAnswer(
          operation, StoreAnswer.Verdict.UNCLEAR, String.valueOf(e.getMessage()));
    }
    String code = service.awsErrorDetails() == null ? "" : service.awsErrorDetails().errorCode();
    int status = service.statusCode();
    return NOTHING_SET.contains(code)
        ? StoreAnswer.refused(operation, StoreAnswer.Verdict.ALLOWED, status, code)
        : StoreAnswer.refused(operation, status, code);
  }

  @Override
  public void close() {
    client.close();
  }
}
