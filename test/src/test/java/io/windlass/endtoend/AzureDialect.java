package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.BlobUrlParts;
import com.azure.storage.blob.models.BlobStorageException;
import io.windlass.endtoend.Protocol.Fields;
import io.windlass.endtoend.Sidecar.Access;
import io.windlass.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Containers of Azure. Their names and where they are is in the URI with the token. */
record AzureDialect() implements StoreDialect {
  @Override
  public String type() {
    return "AZURE";
  }

  @Override
  public void requireCreated(Fields answer) {
    assertThat(answer.text("bucket_info.azureBlob.storage_account")).isNotEmpty();
  }

  @Override
  public void requireUsable(Fields info) {
    assertThat(info.message().getAllFields()).hasSize(1);
    assertThat(info.text("azure.storage_account")).isNotEmpty();
  }

  @Override
  public String credentialsName() {
    return "azure";
  }

  @Override
  public WorkloadKey key(Map<String, String> secrets) {
    assertThat(secrets).containsOnlyKeys("accessToken");
    return key(secrets.getOrDefault("accessToken", ""));
  }

  @Override
  public WorkloadKey key(Fields answer) {
    assertThat(answer.text("credentials.azure.expiry_timestamp")).isEmpty();
    return key(answer.text("credentials.azure.access_token"));
  }

  private static WorkloadKey key(String uri) {
    BlobUrlParts parts = BlobUrlParts.parse(uri);
    return new WorkloadKey(parts.getHost(), parts.getAccountName(), Secret.of(uri));
  }

  @Override
  public String bucket(Fields bucket, WorkloadKey key) {
    assertThat(bucket.text("bucket_info.azure.storage_account")).isEqualTo(key.id());
    return BlobUrlParts.parse(key.secret().reveal()).getBlobContainerName();
  }

  @Override
  public ObjectClient client(Access access) {
    return new Client(access.key().secret());
  }

  private record Client(Secret uri) implements ObjectClient {
    private BlobContainerClient container(String name) {
      BlobUrlParts parts = BlobUrlParts.parse(uri.reveal()).setContainerName(name);
      return new BlobContainerClientBuilder().endpoint(parts.toUrl().toString()).buildClient();
    }

    @Override
    public void put(String bucket, String key, String content) {
      container(bucket).getBlobClient(key).upload(BinaryData.fromString(content), true);
    }

    @Override
    public String get(String bucket, String key) {
      return container(bucket).getBlobClient(key).downloadContent().toString();
    }

    @Override
    public void delete(String bucket, String key) {
      container(bucket).getBlobClient(key).delete();
    }

    @Override
    public void list(String bucket) {
      assertThat(container(bucket).listBlobs().iterableByPage().iterator().next()).isNotNull();
    }

    @Override
    public void leaveUpload(String bucket, String key) {
      String block = Base64.getEncoder().encodeToString("block".getBytes(StandardCharsets.UTF_8));
      container(bucket)
          .getBlobClient(key)
          .getBlockBlobClient()
          .stageBlock(block, BinaryData.fromString("never committed"));
    }

    @Override
    public boolean isDenial(Throwable thrown) {
      return thrown instanceof BlobStorageException refusal && refusal.getStatusCode() == 403;
    }

    @Override
    public void close() {}
  }
}
