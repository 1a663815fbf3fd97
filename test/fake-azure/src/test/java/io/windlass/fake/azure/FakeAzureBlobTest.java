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
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlockBlobItem;
import com.azure.storage.blob.models.BlockListType;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.sas.BlobSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.blob.specialized.BlockBlobClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Blobs, their blocks, conditions and listings. */
class FakeAzureBlobTest {
  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("blobs", AccountSettings.FLAT);
  private final BlobContainerClient container = Sdk.container(account, "container");

  @AfterEach
  void close() {
    fake.close();
  }

  private BlobClient put(String name, String text) {
    BlobClient blob = container.getBlobClient(name);
    blob.upload(BinaryData.fromString(text), true);
    return blob;
  }

  private static String id(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private BlockBlobClient blocks(String name) {
    return container.getBlobClient(name).getBlockBlobClient();
  }

  private List<String> names(ListBlobsOptions options) {
    return container.listBlobs(options, null).stream().map(BlobItem::getName).toList();
  }

  @Test
  void whatMayNotBeThereIsA409AndWhatHasToBeThereA412() {
    BlobClient blob = put("blob", "x");

    refused(409, "BlobAlreadyExists", () -> blob.upload(BinaryData.fromString("y")));
    BlobRequestConditions stale = new BlobRequestConditions().setIfMatch("\"0x1\"");
    refused(412, "ConditionNotMet", () -> blob.deleteWithResponse(null, stale, null, Context.NONE));
    BlobParallelUploadOptions update =
        new BlobParallelUploadOptions(BinaryData.fromString("y")).setRequestConditions(stale);
    refused(412, "ConditionNotMet", () -> blob.uploadWithResponse(update, null, Context.NONE));
  }

  /** "put-block". Azurite keeps them. */
  @Test
  void aBlobThatIsPutDiscardsBlocks() {
    blocks("blob").stageBlock(id("one"), BinaryData.fromString("one"));
    assertThat(names(new ListBlobsOptions())).isEmpty();
    assertThat(
            names(
                new ListBlobsOptions()
                    .setDetails(new BlobListDetails().setRetrieveUncommittedBlobs(true))))
        .containsExactly("blob");

    put("blob", "x");

    refused(
        400, "InvalidBlockList", () -> blocks("blob").commitBlockList(List.of(id("one")), true));
    assertThat(blocks("blob").listBlocks(BlockListType.ALL).getUncommittedBlocks()).isEmpty();
  }

  @Test
  void aCommitDiscardsWhatItDoesNotName() {
    blocks("blob").stageBlock(id("one"), BinaryData.fromString("one"));
    blocks("blob").stageBlock(id("two"), BinaryData.fromString("two"));
    BlockBlobItem _ = blocks("blob").commitBlockList(List.of(id("one")));
    refused(
        400,
        "InvalidBlockList",
        () -> blocks("blob").commitBlockList(List.of(id("one"), id("two")), true));
    blocks("blob").stageBlock(id("six"), BinaryData.fromString("six"));
    BlockBlobItem _ = blocks("blob").commitBlockList(List.of(id("six"), id("one")), true);

    assertThat(blocks("blob").downloadContent()).hasToString("sixone");
  }

  /** "put-block": "for any existing uncommitted blocks". */
  @Test
  void idsOfBlocksThatWaitAreOfOneLength() {
    blocks("blob").stageBlock(id("one"), BinaryData.fromString("one"));
    refused(
        400,
        "InvalidBlobOrBlock",
        () -> blocks("blob").stageBlock(id("longer"), BinaryData.fromString("x")));

    BlockBlobItem _ = blocks("blob").commitBlockList(List.of(id("one")));
    blocks("blob").stageBlock(id("longer"), BinaryData.fromString("x"));
  }

  @Test
  void blocksAreDiscardedAfterAWeek() {
    blocks("blob").stageBlock(id("one"), BinaryData.fromString("one"));

    fake.pass(Duration.ofDays(7).plusSeconds(1));

    refused(400, "InvalidBlockList", () -> blocks("blob").commitBlockList(List.of(id("one"))));
  }

  @Test
  void moreThan50000BlocksAreRefused() {
    blocks("blob").stageBlock(id("one"), BinaryData.fromString("x"));
    List<String> all = IntStream.range(0, 50_001).mapToObj(_ -> id("one")).toList();

    refused(400, "BlockListTooLong", () -> blocks("blob").commitBlockList(all));
    BlockBlobItem _ = blocks("blob").commitBlockList(all.subList(1, 50_001));
    assertThat(blocks("blob").getProperties().getBlobSize()).isEqualTo(50_000);
  }

  @Test
  void copiesAskTheirSource() {
    BlobClient source = put("source", "0123456789");
    String token =
        source.generateSas(
            new BlobServiceSasSignatureValues(
                OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
                new BlobSasPermission().setReadPermission(true)));
    String signed = source.getBlobUrl() + "?" + token;

    blocks("part").stageBlockFromUrl(id("one"), signed, new BlobRange(2, 3L));
    BlockBlobItem _ = blocks("part").commitBlockList(List.of(id("one")));
    assertThat(blocks("part").downloadContent()).hasToString("234");
    String _ = container.getBlobClient("whole").copyFromUrl(signed);
    assertThat(container.getBlobClient("whole").downloadContent()).hasToString("0123456789");
    refused(
        401,
        "CannotVerifyCopySource",
        () -> container.getBlobClient("copy").copyFromUrl(source.getBlobUrl()));
    source.delete();
    refused(
        404, "CannotVerifyCopySource", () -> container.getBlobClient("copy").copyFromUrl(signed));
  }

  @Test
  void propertiesThatAreNotNamedAreCleared() {
    BlobClient blob = put("blob", "x");
    String before = blob.getProperties().getETag();

    blob.setHttpHeaders(new BlobHttpHeaders().setCacheControl("no-cache"));

    assertThat(blob.getProperties().getCacheControl()).isEqualTo("no-cache");
    assertThat(blob.getProperties().getContentMd5()).isNull();
    assertThat(blob.getProperties().getETag()).isNotEqualTo(before);
  }

  @Test
  void namesOfMetadataAreIdentifiers() {
    BlobClient blob = put("blob", "x");

    blob.setMetadata(Map.of("_a1", "x"));
    assertThat(blob.getProperties().getMetadata()).isEqualTo(Map.of("_a1", "x"));
    refused(400, "InvalidMetadata", () -> blob.setMetadata(Map.of("a-b", "x")));
    refused(400, "MetadataTooLarge", () -> blob.setMetadata(Map.of("a", "x".repeat(8192))));
  }

  @Test
  void snapshotsKeepTheirBlob() {
    BlobClient blob = put("blob", "old");
    String snapshot = blob.createSnapshot().getSnapshotId();
    put("blob", "new");

    assertThat(blob.getSnapshotClient(snapshot).downloadContent()).hasToString("old");
    refused(409, "SnapshotsPresent", blob::delete);
    Response<Void> _ =
        blob.deleteWithResponse(DeleteSnapshotsOptionType.INCLUDE, null, null, Context.NONE);
    assertThat(blob.exists()).isFalse();
  }

  @Test
  void bytesAreChecked() {
    BlockBlobSimpleUploadOptions wrong =
        new BlockBlobSimpleUploadOptions(BinaryData.fromString("x")).setContentMd5(new byte[16]);

    refused(400, "Md5Mismatch", () -> blocks("blob").uploadWithResponse(wrong, null, Context.NONE));
  }

  @Test
  void listingsArePagedAndGrouped() {
    for (String name : List.of("a/1", "a/2", "b", "c/1", "d")) {
      put(name, "x");
    }

    List<String> pages =
        container
            .listBlobsByHierarchy("/", new ListBlobsOptions().setMaxResultsPerPage(2), null)
            .streamByPage()
            .map(page ->
                page.getValue().stream().map(BlobItem::getName).sorted().toList().toString())
            .toList();

    assertThat(pages).containsExactly("[a/, b]", "[c/, d]");
    assertThat(names(new ListBlobsOptions().setMaxResultsPerPage(1).setPrefix("a/")))
        .containsExactly("a/1", "a/2");
  }
}
