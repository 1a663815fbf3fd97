package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.endtoend.Protocol.Fields;
import io.windlass.endtoend.Sidecar.Access;
import io.windlass.secret.Secret;
import io.windlass.testing.S3Clients;
import java.net.URI;
import java.util.Map;

/**
 * Buckets of Google, with HMAC keys and the client of S3.
 *
 * @param endpoint where the XML API is, which COSI does not say
 */
record GcsDialect(URI endpoint) implements StoreDialect {
  @Override
  public String type() {
    return "GCS";
  }

  @Override
  public void requireCreated(Fields answer) {
    assertThat(answer.text("bucket_info.gcs.project_id")).isNotEmpty();
  }

  @Override
  public void requireUsable(Fields info) {
    assertThat(info.message().getAllFields()).hasSize(1);
    assertThat(info.text("gcs.project_id")).isNotEmpty();
    assertThat(info.text("gcs.bucket_name")).isNotEmpty();
  }

  /** The sidecar of v1alpha1 knows no other for such keys. */
  @Override
  public String credentialsName() {
    return "s3";
  }

  @Override
  public WorkloadKey key(Map<String, String> secrets) {
    return new S3Dialect().key(secrets);
  }

  @Override
  public WorkloadKey key(Fields answer) {
    assertThat(answer.text("credentials.gcs.service_account")).contains("@");
    return new WorkloadKey(
        endpoint.toString(),
        answer.text("credentials.gcs.access_id"),
        Secret.of(answer.text("credentials.gcs.access_secret")));
  }

  @Override
  public String bucket(Fields bucket, WorkloadKey key) {
    return bucket.text("bucket_info.gcs.bucket_name");
  }

  @Override
  public ObjectClient client(Access access) {
    WorkloadKey key = access.key();
    return S3Dialect.client(S3Clients.plain(URI.create(key.server()), key.id(), key.secret()));
  }
}
