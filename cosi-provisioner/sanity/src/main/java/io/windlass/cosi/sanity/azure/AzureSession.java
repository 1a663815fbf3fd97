package io.windlass.cosi.sanity.azure;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.models.PublicAccessType;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreAnswer.Verdict;
import io.windlass.cosi.sanity.store.StoreSession;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Client of Azure. Metadata are the user metadata of blobs and containers, and access is the
 * container's access policies. Operations have the names that the REST API gives them.
 */
record AzureSession(BlobContainerClient container) implements StoreSession {
  private static final Map<String, String> METADATA = Map.of("cosisanity", "tried");

  @Override
  public String bucket() {
    return container.getBlobContainerName();
  }

  @Override
  public StoreSession in(String other) {
    return new AzureSession(container.getServiceClient().getBlobContainerClient(other));
  }

  @Override
  public StoreAnswer put(String key, String content) {
    return attempt(
        "Put Blob",
        () -> {
          container
              .getBlobClient(key)
              .getBlockBlobClient()
              .upload(BinaryData.fromString(content), true);
          return "";
        });
  }

  @Override
  public StoreAnswer get(String key) {
    return attempt("Get Blob", () -> container.getBlobClient(key).downloadContent().toString());
  }

  @Override
  public StoreAnswer list() {
    return attempt("List Blobs", () -> String.join(" ", page(10)));
  }

  private List<String> page(int most) {
    return container
        .listBlobs(new ListBlobsOptions().setMaxResultsPerPage(most), null)
        .iterableByPage()
        .iterator()
        .next()
        .getValue()
        .stream()
        .map(BlobItem::getName)
        .toList();
  }

  @Override
  public StoreAnswer delete(String key) {
    return attempt(
        "Delete Blob",
        () -> {
          container.getBlobClient(key).delete();
          return "";
        });
  }

  @Override
  public StoreAnswer objectMetadata(String key) {
    return attempt(
        "Get Blob Properties",
        () -> container.getBlobClient(key).getProperties().getMetadata().size() + " entries");
  }

  @Override
  public StoreAnswer changeObjectMetadata(String key) {
    return attempt(
        "Set Blob Metadata",
        () -> {
          container.getBlobClient(key).setMetadata(METADATA);
          return "";
        });
  }

  @Override
  public StoreAnswer bucketMetadata() {
    return attempt(
        "Get Container Properties",
        () -> container.getProperties().getMetadata().size() + " entries");
  }

  @Override
  public StoreAnswer changeBucketMetadata() {
    return attempt(
        "Set Container Metadata",
        () -> {
          container.setMetadata(METADATA);
          return "";
        });
  }

  @Override
  public StoreAnswer policy() {
    return attempt(
        "Get Container ACL",
        () -> container.getAccessPolicy().getIdentifiers().size() + " policies");
  }

  @Override
  public StoreAnswer publish() {
    return attempt(
        "Set Container ACL",
        () -> {
          container.setAccessPolicy(PublicAccessType.BLOB, List.of());
          return "";
        });
  }

  @Override
  public StoreAnswer createBucket() {
    return attempt(
        "Create Container",
        () -> {
          container.create();
          return "";
        });
  }

  @Override
  public StoreAnswer deleteBucket() {
    return attempt(
        "Delete Container",
        () -> {
          container.delete();
          return "";
        });
  }

  @Override
  public StoreAnswer empty() {
    return attempt(
        "deleting all blobs",
        () -> {
          for (int pages = 0; pages < MAX_PAGES; pages++) {
            List<String> keys = page(1000);
            if (keys.isEmpty()) {
              break;
            }
            keys.forEach(key -> container.getBlobClient(key).delete());
          }
          return "";
        });
  }

  /** The SDK throws exceptions of its own, of its reactive library and of the transport. */
  private static StoreAnswer attempt(String operation, Supplier<String> request) {
    try {
      return StoreAnswer.allowed(operation, request.get());
    } catch (BlobStorageException e) {
      String code = Objects.toString(e.getErrorCode(), "");
      return switch (code) {
        case "ContainerBeingDeleted" ->
            StoreAnswer.refused(operation, Verdict.MISSING, e.getStatusCode(), code);
        // What an anonymous client is told by an account that has no public containers.
        case "PublicAccessNotPermitted" ->
            StoreAnswer.refused(operation, Verdict.DENIED, e.getStatusCode(), code);
        default -> StoreAnswer.refused(operation, e.getStatusCode(), code);
      };
    } catch (RuntimeException e) {
      return new StoreAnswer(operation, Verdict.UNCLEAR, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {}
}
