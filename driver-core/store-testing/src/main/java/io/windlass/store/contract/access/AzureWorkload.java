package io.windlass.store.contract.access;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.BlobUrlParts;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.models.PublicAccessType;
import com.azure.storage.blob.specialized.BlockBlobClient;
import io.windlass.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A workload with Azure's client and nothing but the URI that it was handed. */
final class AzureWorkload implements Workload {
  private static final String BLOCK =
      Base64.getEncoder().encodeToString("block".getBytes(StandardCharsets.US_ASCII));

  private final Secret sasUri;
  private final BlobContainerClient container;

  /** Tries the token on this container, which may be another than the URI's. */
  AzureWorkload(Secret sasUri, String container) {
    this.sasUri = sasUri;
    this.container = client(container);
  }

  private BlobContainerClient client(String name) {
    String uri = BlobUrlParts.parse(sasUri.reveal()).setContainerName(name).toUrl().toString();
    return new BlobContainerClientBuilder().endpoint(uri).buildClient();
  }

  /**
   * The service gives the same answer for a missing policy and for a token of another container, so
   * the outcome is never {@link Outcome#REJECTED}.
   */
  private static Outcome attempt(Runnable call) {
    try {
      call.run();
      return Outcome.ALLOWED;
    } catch (BlobStorageException e) {
      return switch (e.getStatusCode()) {
        case 401, 403 -> Outcome.DENIED;
        case 405, 501 -> Outcome.UNSUPPORTED;
        default -> throw e;
      };
    }
  }

  @Override
  public Outcome read(String key) {
    return attempt(() -> container.getBlobClient(key).downloadContent());
  }

  @Override
  public Outcome readMetadata(String key) {
    return attempt(() -> container.getBlobClient(key).getProperties());
  }

  @Override
  public Outcome list(String prefix) {
    return list(new ListBlobsOptions().setPrefix(prefix));
  }

  @Override
  public Outcome listUploads(String prefix) {
    BlobListDetails uncommitted = new BlobListDetails().setRetrieveUncommittedBlobs(true);
    return list(new ListBlobsOptions().setPrefix(prefix).setDetails(uncommitted));
  }

  private Outcome list(ListBlobsOptions options) {
    return attempt(() -> container.listBlobs(options, null).forEach(_ -> {}));
  }

  @Override
  public Outcome write(String key) {
    return attempt(
        () -> container.getBlobClient(key).upload(BinaryData.fromString("written"), true));
  }

  @Override
  public Outcome upload(String key) {
    return attempt(() -> {
      block(key).stageBlock(BLOCK, BinaryData.fromString("uploaded"));
      block(key).commitBlockList(List.of(BLOCK), true);
    });
  }

  /**
   * Copies by Put Block From URL, because Azurite checks the source of no other copy within an
   * account.
   */
  @Override
  public Outcome copy(String from, String to) {
    BlobUrlParts source = BlobUrlParts.parse(sasUri.reveal());
    source.setContainerName(container.getBlobContainerName()).setBlobName(from);
    return attempt(() -> {
      block(to).stageBlockFromUrl(BLOCK, source.toUrl().toString(), new BlobRange(0));
      block(to).commitBlockList(List.of(BLOCK), true);
    });
  }

  private BlockBlobClient block(String key) {
    return container.getBlobClient(key).getBlockBlobClient();
  }

  @Override
  public Outcome delete(String key) {
    return attempt(() -> container.getBlobClient(key).delete());
  }

  @Override
  public Outcome readTags(String key) {
    return ofTags(attempt(() -> container.getBlobClient(key).getTags()));
  }

  @Override
  public Outcome writeTags(String key) {
    return ofTags(attempt(() -> container.getBlobClient(key).setTags(Map.of("by", "workload"))));
  }

  /** No grant of the driver includes tags. */
  private static Outcome ofTags(Outcome attempt) {
    return attempt == Outcome.DENIED ? Outcome.UNSUPPORTED : attempt;
  }

  @Override
  public Outcome readSettings() {
    return attempt(container::getProperties);
  }

  @Override
  public Outcome writeSettings() {
    return attempt(() -> container.setMetadata(Map.of("by", "workload")));
  }

  @Override
  public Outcome publish() {
    return attempt(() -> container.setAccessPolicy(PublicAccessType.CONTAINER, List.of()));
  }

  @Override
  public Outcome createBucket(String name) {
    return attempt(() -> client(name).create());
  }

  @Override
  public Outcome deleteBucket() {
    return attempt(container::delete);
  }

  /** There are no accounts below the storage account. */
  @Override
  public Outcome createAccount(String name) {
    return Outcome.UNSUPPORTED;
  }

  @Override
  public void close() {}
}
