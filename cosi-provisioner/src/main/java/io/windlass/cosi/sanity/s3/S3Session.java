package io.windlass.cosi.sanity.s3;

import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/**
 * S3 client with one credential for one bucket. Every request returns an answer, even if it failed.
 * Methods that take another bucket of the same server show whether the credential reaches it.
 */
public final class S3Session implements AutoCloseable {
  private static final Map.Entry<String, String> TAG = Map.entry("cosi-sanity", "tried");

  /** Most pages that {@link #empty} lists, in case the server goes on listing deleted objects. */
  private static final int MAX_PAGES = 100;

  private final S3Client client;
  private final String bucket;

  S3Session(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  /** Returns the name of the bucket on the S3 server. */
  public String bucket() {
    return bucket;
  }

  /** Writes an object. */
  public S3Answer put(String key, String content) {
    return put(bucket, key, content);
  }

  /** Writes an object into another bucket. */
  public S3Answer put(String other, String key, String content) {
    return attempt(
        "PutObject",
        () -> {
          client.putObject(r -> r.bucket(other).key(key), RequestBody.fromString(content));
          return "";
        });
  }

  /** Reads an object; the answer's detail is its content. */
  public S3Answer get(String key) {
    return get(bucket, key);
  }

  /** Reads an object of another bucket. */
  public S3Answer get(String other, String key) {
    return attempt(
        "GetObject", () -> client.getObjectAsBytes(r -> r.bucket(other).key(key)).asUtf8String());
  }

  /** Lists the first 10 objects. */
  public S3Answer list() {
    return list(bucket);
  }

  /** Lists the first 10 objects of another bucket. */
  public S3Answer list(String other) {
    return attempt(
        "ListObjectsV2",
        () -> {
          ListObjectsV2Response page = client.listObjectsV2(r -> r.bucket(other).maxKeys(10));
          return String.join(" ", page.contents().stream().map(S3Object::key).toList());
        });
  }

  /** Deletes an object. */
  public S3Answer delete(String key) {
    return delete(bucket, key);
  }

  /** Deletes an object of another bucket. */
  public S3Answer delete(String other, String key) {
    return attempt(
        "DeleteObject",
        () -> {
          client.deleteObject(r -> r.bucket(other).key(key));
          return "";
        });
  }

  /** Reads the tags of an object. */
  public S3Answer objectTags(String key) {
    return attempt(
        "GetObjectTagging",
        () -> client.getObjectTagging(r -> r.bucket(bucket).key(key)).tagSet().size() + " tags");
  }

  /** Tags an object. */
  public S3Answer tagObject(String key) {
    return attempt(
        "PutObjectTagging",
        () -> {
          client.putObjectTagging(r -> r.bucket(bucket).key(key).tagging(tagging()));
          return "";
        });
  }

  /** Reads the tags of the bucket. */
  public S3Answer bucketTags() {
    return attempt(
        "GetBucketTagging",
        () -> client.getBucketTagging(r -> r.bucket(bucket)).tagSet().size() + " tags");
  }

  /** Tags the bucket. */
  public S3Answer tagBucket() {
    return attempt(
        "PutBucketTagging",
        () -> {
          client.putBucketTagging(r -> r.bucket(bucket).tagging(tagging()));
          return "";
        });
  }

  /** Reads the policy of the bucket. */
  public S3Answer policy() {
    return attempt(
        "GetBucketPolicy",
        () -> {
          client.getBucketPolicy(r -> r.bucket(bucket));
          return "";
        });
  }

  /** Writes a policy that would let everybody read the objects of the bucket. */
  public S3Answer openPolicy() {
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

  /** Creates a bucket. */
  public S3Answer createBucket(String name) {
    return attempt(
        "CreateBucket",
        () -> {
          client.createBucket(r -> r.bucket(name));
          return "";
        });
  }

  /** Deletes a bucket. */
  public S3Answer deleteBucket(String name) {
    return attempt(
        "DeleteBucket",
        () -> {
          client.deleteBucket(r -> r.bucket(name));
          return "";
        });
  }

  /** Deletes every object of the bucket. */
  public S3Answer empty() {
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

  private static S3Answer attempt(String operation, Supplier<String> request) {
    try {
      return S3Answer.allowed(operation, request.get());
    } catch (SdkException e) {
      return S3Answer.of(operation, e);
    }
  }

  /** Closes the client. The connection pool stays open. */
  @Override
  public void close() {
    client.close();
  }
}
