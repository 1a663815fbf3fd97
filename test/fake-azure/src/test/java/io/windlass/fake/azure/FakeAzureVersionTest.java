package io.windlass.fake.azure;

import static io.windlass.fake.azure.Sdk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.models.ListBlobsOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Versions and soft delete, which are set for an account as a whole. */
class FakeAzureVersionTest {
  private static final Duration WEEK = Duration.ofDays(7);

  private final FakeAzure fake = new FakeAzure();

  @AfterEach
  void close() {
    fake.close();
  }

  private BlobContainerClient container(AccountSettings settings) {
    return Sdk.container(fake.add("versions", settings), "container");
  }

  /** Uploads, and returns the version that came of it. */
  private static String put(BlobClient blob, String text) {
    blob.upload(BinaryData.fromString(text), true);
    return String.valueOf(blob.getProperties().getVersionId());
  }

  private static List<BlobItem> listed(BlobContainerClient container, BlobListDetails details) {
    return container.listBlobs(new ListBlobsOptions().setDetails(details), null).stream().toList();
  }

  private static List<String> versions(BlobContainerClient container) {
    return listed(container, new BlobListDetails().setRetrieveVersions(true)).stream()
        .map(BlobItem::getVersionId)
        .toList();
  }

  @Test
  void whatIsOverwrittenIsAVersion() {
    BlobContainerClient container = container(AccountSettings.FLAT.withVersions());
    BlobClient blob = container.getBlobClient("blob");
    String first = put(blob, "first");
    String second = put(blob, "second");

    blob.setMetadata(Map.of("a", "b"));
    String third = blob.getProperties().getVersionId();
    blob.setHttpHeaders(new BlobHttpHeaders().setCacheControl("none"));

    assertThat(blob.getProperties().getVersionId()).isEqualTo(third);
    assertThat(versions(container)).containsExactly(first, second, third).doesNotHaveDuplicates();
    assertThat(blob.getVersionClient(first).downloadContent()).hasToString("first");
    assertThat(listed(container, new BlobListDetails())).hasSize(1);
    assertThat(blob.getProperties().isCurrentVersion()).isTrue();
  }

  @Test
  void aDeletionLeavesNoCurrentVersionAndNoMarker() {
    BlobContainerClient container = container(AccountSettings.FLAT.withVersions());
    BlobClient blob = container.getBlobClient("blob");
    String first = put(blob, "first");
    String second = put(blob, "second");

    refused(403, "OperationNotAllowedOnRootBlob", () -> blob.getVersionClient(second).delete());
    blob.delete();

    assertThat(blob.exists()).isFalse();
    assertThat(listed(container, new BlobListDetails())).isEmpty();
    assertThat(versions(container)).containsExactly(first, second);
    assertThat(listed(container, new BlobListDetails().setRetrieveVersions(true)))
        .noneMatch(item -> Boolean.TRUE.equals(item.isCurrentVersion()));
    blob.getVersionClient(second).delete();
    blob.getVersionClient(first).delete();
    assertThat(versions(container)).isEmpty();
    refused(404, "BlobNotFound", () -> blob.getVersionClient(first).downloadContent());
  }

  @Test
  void whatIsDeletedSoftlyComesBack() {
    BlobContainerClient container = container(AccountSettings.FLAT.withSoftDelete(WEEK));
    BlobClient blob = container.getBlobClient("blob");
    String _ = put(blob, "old");
    String _ = put(blob, "new");
    blob.delete();

    refused(404, "BlobNotFound", blob::downloadContent);
    assertThat(listed(container, new BlobListDetails().setRetrieveDeletedBlobs(true)))
        .hasSize(2)
        .allMatch(BlobItem::isDeleted)
        .last()
        .satisfies(
            item -> assertThat(item.getProperties().getRemainingRetentionDays()).isEqualTo(6));
    blob.undelete();
    assertThat(blob.downloadContent()).hasToString("new");
    refused(409, "SnapshotsPresent", blob::delete);
    Response<Void> _ =
        blob.deleteWithResponse(DeleteSnapshotsOptionType.INCLUDE, null, null, Context.NONE);
    fake.pass(WEEK.plusSeconds(1));
    refused(404, "BlobNotFound", blob::undelete);
  }

  @Test
  void aVersionThatIsDeletedSoftlyComesBack() {
    BlobContainerClient container =
        container(AccountSettings.FLAT.withVersions().withSoftDelete(WEEK));
    BlobClient blob = container.getBlobClient("blob");
    String first = put(blob, "first");
    String second = put(blob, "second");

    blob.getVersionClient(first).delete();
    assertThat(versions(container)).containsExactly(second);
    blob.undelete();
    assertThat(versions(container)).containsExactly(first, second);
  }
}
