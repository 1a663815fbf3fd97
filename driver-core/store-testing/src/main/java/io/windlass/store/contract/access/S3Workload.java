package io.windlass.store.contract.access;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.secret.Secret;
import io.windlass.testing.S3Clients;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/** A workload with the AWS client. */
final class S3Workload implements Workload {
  private static final Set<String> REJECTIONS =
      Set.of("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidTokenId", "AccessKeyDisabled");
  private static final Set<String> NOTHING_SET =
      Set.of("NoSuchTagSet", "NoSuchTagSetError", "NoSuchLifecycleConfiguration");
  private static final Tagging TAGS =
      Tagging.builder().tagSet(Tag.builder().key("by").value("workload").build()).build();

  private final S3Client client;
  private final SignedCalls calls;
  private final String bucket;

  private S3Workload(S3Client client, SignedCalls calls, String bucket) {
    this.client = client;
    this.calls = calls;
    this.bucket = bucket;
  }

  static S3Workload open(Credential.Key key, BucketLocation location) {
    String accessKeyId = key.field("accessKeyId").reveal();
    Secret secret = key.field("secretAccessKey");
    return open(
        S3Clients.client(location.endpoint(), location.field("region"), accessKeyId, secret),
        new SignedCalls(location.endpoint(), location.field("region"), accessKeyId, secret),
        location.bucket());
  }

  /** Opens it with a client that was made for the server. */
  static S3Workload open(S3Client client, SignedCalls calls, String bucket) {
    return new S3Workload(client, calls, bucket);
  }

  private Outcome attempt(Consumer<S3Client> call) {
    try {
      call.accept(client);
      return Outcome.ALLOWED;
    } catch (S3Exception e) {
      return outcome(e);
    }
  }

  private static Outcome outcome(S3Exception e) {
    String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
    if (code != null && REJECTIONS.contains(code)) {
      return Outcome.REJECTED;
    }
    if (code != null && NOTHING_SET.contains(code)) {
      return Outcome.ALLOWED;
    }
    return switch (e.statusCode()) {
      case 401, 403 -> Outcome.DENIED;
      case 405, 501 -> Outcome.UNSUPPORTED;
      default -> throw e;
    };
  }

  @Override
  public Outcome read(String key) {
    return attempt(c -> c.getObjectAsBytes(b -> b.bucket(bucket).key(key)));
  }

  @Override
  public Outcome readMetadata(String key) {
    return attempt(c -> c.headObject(b -> b.bucket(bucket).key(key)));
  }

  @Override
  public Outcome list(String prefix) {
    return attempt(c -> c.listObjectsV2(b -> b.bucket(bucket).prefix(prefix)));
  }

  @Override
  public Outcome listUploads(String prefix) {
    return attempt(c -> c.listMultipartUploads(b -> b.bucket(bucket).prefix(prefix)));
  }

  @Override
  public Outcome write(String key) {
    return attempt(
        c -> c.putObject(b -> b.bucket(bucket).key(key), RequestBody.fromString("written")));
  }

  @Override
  public Outcome upload(String key) {
    return attempt(c -> {
      String id = c.createMultipartUpload(b -> b.bucket(bucket).key(key)).uploadId();
      String etag =
          c.uploadPart(
                  b -> b.bucket(bucket).key(key).uploadId(id).partNumber(1),
                  RequestBody.fromString("uploaded"))
              .eTag();
      CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
      c.completeMultipartUpload(
          b -> b.bucket(bucket).key(key).uploadId(id).multipartUpload(m -> m.parts(part)));
    });
  }

  @Override
  public Outcome copy(String from, String to) {
    return attempt(c ->
        c.copyObject(b ->
            b.sourceBucket(bucket).sourceKey(from).destinationBucket(bucket).destinationKey(to)));
  }

  @Override
  public Outcome delete(String key) {
    return attempt(c -> c.deleteObject(b -> b.bucket(bucket).key(key)));
  }

  @Override
  public Outcome readTags(String key) {
    return attempt(c -> c.getObjectTagging(b -> b.bucket(bucket).key(key)));
  }

  @Override
  public Outcome writeTags(String key) {
    return attempt(c -> c.putObjectTagging(b -> b.bucket(bucket).key(key).tagging(TAGS)));
  }

  @Override
  public Outcome readSettings() {
    return attempt(c -> c.getBucketVersioning(b -> b.bucket(bucket)));
  }

  @Override
  public Outcome writeSettings() {
    return attempt(c -> c.putBucketTagging(b -> b.bucket(bucket).tagging(TAGS)));
  }

  @Override
  public Outcome publish() {
    String everybody =
        """
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["*"]},
        "Action":["s3:GetObject"],"Resource":["arn:aws:s3:::%s/*"]}]}\
        """
            .formatted(bucket);
    return attempt(c -> c.putBucketPolicy(b -> b.bucket(bucket).policy(everybody)));
  }

  @Override
  public Outcome createBucket(String name) {
    return attempt(c -> c.createBucket(b -> b.bucket(name)));
  }

  @Override
  public Outcome deleteBucket() {
    return attempt(c -> c.deleteBucket(b -> b.bucket(bucket)));
  }

  @Override
  public Outcome createAccount(String name) {
    return calls.put("/minio/admin/v3/add-user?accessKey=" + name);
  }

  @Override
  public void close() {
    client.close();
  }
}
