package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.endtoend.Protocol.Fields;
import io.windlass.endtoend.Sidecar.Access;
import io.windlass.secret.Secret;
import io.windlass.testing.S3Clients;
import java.net.URI;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Buckets of S3. */
record S3Dialect() implements StoreDialect {
  @Override
  public String type() {
    return "S3";
  }

  @Override
  public void requireCreated(Fields answer) {
    assertThat(answer.text("bucket_info.s3.region")).isNotEmpty();
  }

  @Override
  public void requireUsable(Fields info) {
    assertThat(info.message().getAllFields()).hasSize(1);
    for (String field : List.of("bucket_id", "endpoint", "region")) {
      assertThat(info.text("s3." + field)).as(field).isNotEmpty();
    }
    assertThat(info.text("s3.addressing_style.style")).isIn("PATH", "VIRTUAL");
  }

  @Override
  public String credentialsName() {
    return "s3";
  }

  @Override
  public WorkloadKey key(Map<String, String> secrets) {
    assertThat(secrets)
        .containsOnlyKeys("accessKeyID", "accessSecretKey", "endpoint", "region")
        .doesNotContainValue("");
    return new WorkloadKey(
        secrets.getOrDefault("endpoint", ""),
        secrets.getOrDefault("accessKeyID", ""),
        Secret.of(secrets.getOrDefault("accessSecretKey", "")));
  }

  @Override
  public WorkloadKey key(Fields answer) {
    return new WorkloadKey(
        answer.all("buckets").getFirst().text("bucket_info.s3.endpoint"),
        answer.text("credentials.s3.access_key_id"),
        Secret.of(answer.text("credentials.s3.access_secret_key")));
  }

  @Override
  public String bucket(Fields bucket, WorkloadKey key) {
    return bucket.text("bucket_info.s3.bucket_id");
  }

  @Override
  public ObjectClient client(Access access) {
    WorkloadKey key = access.key();
    return client(S3Clients.client(URI.create(key.server()), key.id(), key.secret()));
  }

  /** A workload with this client. */
  static ObjectClient client(S3Client s3) {
    return new Client(s3);
  }

  private record Client(S3Client s3) implements ObjectClient {
    @Override
    public void put(String bucket, String key, String content) {
      s3.putObject(b -> b.bucket(bucket).key(key), RequestBody.fromString(content));
    }

    @Override
    public String get(String bucket, String key) {
      return s3.getObjectAsBytes(b -> b.bucket(bucket).key(key)).asUtf8String();
    }

    @Override
    public void delete(String bucket, String key) {
      s3.deleteObject(b -> b.bucket(bucket).key(key));
    }

    @Override
    public void list(String bucket) {
      s3.listObjectsV2(b -> b.bucket(bucket));
    }

    @Override
    public void leaveUpload(String bucket, String key) {
      s3.createMultipartUpload(b -> b.bucket(bucket).key(key));
    }

    @Override
    public boolean isDenial(Throwable thrown) {
      return thrown instanceof S3Exception refusal && refusal.statusCode() == 403;
    }

    @Override
    public void close() {
      s3.close();
    }
  }
}
