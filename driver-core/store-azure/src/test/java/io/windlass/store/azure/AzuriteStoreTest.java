package io.windlass.store.azure;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlockListType;
import com.azure.storage.blob.specialized.AppendBlobClient;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import com.azure.storage.blob.specialized.BlockBlobClient;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour that only Azure has, on Azurite. */
@RealServer(AzuriteServer.class)
class AzuriteStoreTest {
  private final AzuriteServer server;
  private final String name = UniqueName.of("azure");
  @TempDir private Path directory;
  private AzureBackend backend;
  private ObjectStore store;
  private BlobContainerClient plain;

  AzuriteStoreTest(AzuriteServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws IOException {
    backend = AzuriteBackends.open(server, directory);
    backend.buckets().create(name, BucketSettings.DEFAULT);
    store = backend.objects(name);
    plain =
        new BlobServiceClientBuilder()
            .endpoint(server.accountEndpoint().toString())
            .credential(
                new StorageSharedKeyCredential(server.account(), server.accountKey().reveal()))
            .buildClient()
            .getBlobContainerClient(name);
  }

  @AfterEach
  void close() {
    plain.deleteIfExists();
    backend.close();
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private String read(String key) throws IOException {
    try (ObjectReader reader = store.get(key, GetOptions.ALL)) {
      return new String(reader.readAll(1000), StandardCharsets.UTF_8);
    }
  }

  @Test
  void snapshotsThatOthersMadeGoWithABucketThatIsEmptied() {
    store.put("a", text("one"), PutOptions.DEFAULT);
    store.put("b", text("two"), PutOptions.DEFAULT);
    plain.getBlobClient("a").createSnapshot();
    List<ObjectId> all = List.of(ObjectId.of("a"), ObjectId.of("b"));

    assertThat(store.deleteAll(all))
        .singleElement()
        .satisfies(left -> assertThat(left.reason()).isInstanceOf(DriverException.InUse.class));
    assertThat(store.purge(all)).isEmpty();
    backend.buckets().delete(name);
    assertThat(plain.exists()).isFalse();
  }

  /** The HTTP client of the JDK tells names of headers in lower case. */
  @Test
  void aCopyThatKeepsTheTimeKeepsTheMetadataOfOthers() {
    store.put("theirs", text("one"), PutOptions.DEFAULT);
    plain.getBlobClient("theirs").setMetadata(Map.of("Author", "Ada"));

    store.copy(CopySource.of(name, "theirs"), "theirs-copy", CopyOptions.DEFAULT.keepingModified());

    assertThat(plain.getBlobClient("theirs-copy").getProperties().getMetadata())
        .as("names as the HTTP client of the JDK tells them")
        .containsOnlyKeys("author", "mtime")
        .containsEntry("author", "Ada");
  }

  @Test
  void whatWasSentIsGoneWhenAnotherCommits() throws IOException {
    MultipartUploads uploads = store.uploads();
    Upload one = uploads.start("key", PutOptions.DEFAULT);
    Upload other = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(one, 1, text("one"));
    Part others = uploads.send(other, 1, text("other"));

    uploads.complete(other, List.of(others), Condition.always());

    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> uploads.complete(one, List.of(part), Condition.always()));
    assertThat(read("key")).isEqualTo("other");
  }

  @Test
  void aPartThatWasSentTwiceIsNotListed() {
    MultipartUploads uploads = store.uploads();
    String key = "a b+c%20d/größe";
    Upload upload = uploads.start(key, PutOptions.DEFAULT);
    uploads.send(upload, 1, text("one"));
    Part second = uploads.send(upload, 2, text("two"));
    uploads.send(upload, 1, text("once more"));
    Upload other = uploads.start(key, PutOptions.DEFAULT);
    uploads.send(other, 3, text("of another"));

    assertThat(uploads.parts(upload, Optional.empty()).items()).containsExactly(second);
  }

  /** The service takes no ids of another length than those of the blocks that wait. */
  @Test
  void blocksThatOthersHaveSentAreNoHindrance() throws IOException {
    MultipartUploads uploads = store.uploads();
    store.put("key", text("before"), PutOptions.DEFAULT);
    for (int length : List.of(12, 16, 36, 64)) {
      String foreign = foreignBlock("key", length);
      Upload upload = uploads.start("key", PutOptions.DEFAULT);
      List<Part> parts = new ArrayList<>();
      parts.add(uploads.send(upload, 1, text("one" + length)));
      parts.add(uploads.send(upload, 50_000, text("two")));
      assertThat(uploads.parts(upload, Optional.empty()).items()).isEqualTo(parts);
      assertThat(plain.getBlobClient("key").getBlockBlobClient().listBlocks(BlockListType.ALL))
          .satisfies(all ->
              assertThat(all.getUncommittedBlocks()).anyMatch(b -> b.getName().equals(foreign)));

      uploads.complete(upload, parts, Condition.always());

      assertThat(read("key")).isEqualTo("one" + length + "two");
    }
  }

  private String foreignBlock(String key, int length) {
    String id = Base64.getEncoder().encodeToString("f".repeat(length).getBytes(US_ASCII));
    plain.getBlobClient(key).getBlockBlobClient().stageBlock(id, BinaryData.fromString("foreign"));
    return id;
  }

  @Test
  void blocksWithShortIdsAreSaid() throws IOException {
    MultipartUploads uploads = store.uploads();
    store.put("key", text("before"), PutOptions.DEFAULT);
    String _ = foreignBlock("key", 6);

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> uploads.start("key", PutOptions.DEFAULT))
        .withMessageContaining("ids of 6 bytes");
    assertThat(read("key")).isEqualTo("before");
  }

  /** They are disks and logs: a block blob in their place would be of no use to their programs. */
  @Test
  void pageAndAppendBlobsAreReadAndNotWritten() throws IOException {
    plain.getBlobClient("disk").getPageBlobClient().create(512);
    AppendBlobClient log = plain.getBlobClient("log").getAppendBlobClient();
    log.create();
    log.appendBlock(new ByteArrayInputStream("line".getBytes(UTF_8)), 4);
    assertThat(read("disk")).hasSize(512);
    assertThat(read("log")).isEqualTo("line");

    for (String key : List.of("disk", "log")) {
      ObjectInfo there = store.head(key);
      PutOptions kept =
          new PutOptions(Condition.ifMatch(there.revision()), there.metadata(), there.properties());
      CopySource source = CopySource.of(store.bucket(), key);
      refused(() -> store.put(key, text("new"), kept));
      refused(() -> store.uploads().start(key, kept));
      refused(() -> store.copy(source, "copy", CopyOptions.DEFAULT));
      refused(() -> store.copy(source, "copy", CopyOptions.DEFAULT.withMetadata(Map.of())));
      assertThat(store.head(key).revision()).isEqualTo(there.revision());

      CopyResult described =
          store
              .metadataUpdates()
              .orElseThrow()
              .update(key, Map.of("a", "b"), Condition.ifMatch(there.revision()));
      assertThat(store.head(key).metadata()).isEqualTo(Map.of("a", "b"));
      store.delete(key, Condition.ifMatch(described.revision()));
    }
    assertThat(plain.listBlobs()).isEmpty();
  }

  private static void refused(ThrowingCallable writing) {
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(writing)
        .withMessageContainingAll("Blob", "delete it first");
  }

  /** The caller has to begin the upload again. */
  @Test
  void blocksThatOthersSendAfterTheStartEndAnUpload() {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    String _ = foreignBlock("key", 36);

    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> uploads.send(upload, 1, text("one")));
    Upload next = uploads.start("key", PutOptions.DEFAULT);
    uploads.complete(next, List.of(uploads.send(next, 1, text("one"))), Condition.ifAbsent());
  }

  /** Files that wait to be sent name uploads that another process started. */
  @Test
  void anUploadOfAnotherProcessGoesOn() {
    MultipartUploads uploads = store.uploads();
    String id = "0123456789abcdef01234567";
    Upload old = new Upload("key", id + "\nx-ms-meta-a=b", Optional.empty());
    String block = id + "00007" + "0123456789abcdef012";
    String sent = Base64.getEncoder().encodeToString(block.getBytes(US_ASCII));
    plain.getBlobClient("key").getBlockBlobClient().stageBlock(sent, BinaryData.fromString("old"));
    Part next = uploads.send(old, 8, text("new"));

    List<Part> parts = uploads.parts(old, Optional.empty()).items();

    assertThat(parts).containsExactly(new Part(7, sent, 3), next);
    assertThat(uploads.complete(old, parts, Condition.ifAbsent()).metadata())
        .isEqualTo(Map.of("a", "b"));
  }

  /** The answer to a completion can be lost. */
  @Test
  void whatWasCompletedCanBeCompletedAgain() {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    List<Part> parts = List.of(uploads.send(upload, 1, text("one")));

    ObjectInfo first = uploads.complete(upload, parts, Condition.ifAbsent());
    ObjectInfo again = uploads.complete(upload, parts, Condition.ifAbsent());

    assertThat(again.revision()).isEqualTo(first.revision());
  }

  @Test
  void metadataIsOfIdentifiersThere() {
    Map<String, String> metadata = Map.of("windlass-mtime", "1", "7_a.b", "2");
    store.put("key", text("x"), PutOptions.DEFAULT.withMetadata(metadata));

    assertThat(plain.getBlobClient("key").getProperties().getMetadata())
        .isEqualTo(Map.of("windlass_2dmtime", "1", "_37_a_2eb", "2"));
  }

  @Test
  void theMediaTypeIsKept() {
    PutOptions html = PutOptions.DEFAULT.withContentType("text/html");
    store.put("put", text("x"), html);
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("sent", html);
    uploads.complete(upload, List.of(uploads.send(upload, 1, text("x"))), Condition.always());
    CopySource source = CopySource.of(name, "put");
    store.copy(source, "copied", CopyOptions.DEFAULT);
    store.copy(source, "bare", CopyOptions.DEFAULT.withMetadata(Map.of()));
    store.metadataUpdates().orElseThrow().update("put", Map.of("a", "b"), Condition.always());

    uploads.complete(uploads.startCopy("started", source, Map.of()), List.of(), Condition.always());

    for (String key : List.of("put", "sent", "copied", "bare", "started")) {
      assertThat(plain.getBlobClient(key).getProperties().getContentType())
          .as(key)
          .isEqualTo("text/html");
    }
  }

  @Test
  void aCopyInPartsKeepsWhatTheBlobCarries() {
    Map<String, String> metadata = Map.of("my_face", "1", "windlass_2dmtime", "2");
    BlobHttpHeaders headers =
        new BlobHttpHeaders()
            .setContentType("text/html")
            .setContentEncoding("gzip")
            .setContentLanguage("de")
            .setContentDisposition("inline")
            .setCacheControl("no-store");
    BlockBlobClient source = plain.getBlobClient("key").getBlockBlobClient();
    source.upload(BinaryData.fromString("content"));
    source.setHttpHeaders(headers);
    source.setMetadata(metadata);
    MultipartUploads uploads = store.uploads();
    ObjectInfo seen = store.head("key");
    CopySource from = CopySource.of(name, "key").withIfMatch(seen.revision());

    Upload upload = uploads.startCopy("copy", from, seen.metadata());
    Part part =
        store.rangeCopies().orElseThrow().copy(upload, 1, from, new ByteRange(0, seen.size()));
    uploads.complete(upload, List.of(part), Condition.always());

    BlobProperties copy = plain.getBlobClient("copy").getProperties();
    assertThat(copy.getContentType()).isEqualTo("text/html");
    assertThat(copy.getContentEncoding()).isEqualTo("gzip");
    assertThat(copy.getContentLanguage()).isEqualTo("de");
    assertThat(copy.getContentDisposition()).isEqualTo("inline");
    assertThat(copy.getCacheControl()).isEqualTo("no-store");
    assertThat(copy.getMetadata()).isEqualTo(metadata);
  }

  @Test
  void aCopyOfNothingCanLoseItsMetadata() {
    store.put("empty", text(""), PutOptions.DEFAULT.withMetadata(Map.of("a", "b")));
    List<Upload> told = new ArrayList<>();

    store.copy(
        CopySource.of(name, "empty"),
        "copy",
        CopyOptions.DEFAULT.withCondition(Condition.ifAbsent()).withMetadata(Map.of()),
        told::add);

    assertThat(store.head("copy").size()).isZero();
    assertThat(store.head("copy").metadata()).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void aContainerThatSomebodyHoldsStays() {
    BlobLeaseClient lease = new BlobLeaseClientBuilder().containerClient(plain).buildClient();
    lease.acquireLease(60);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> backend.buckets().delete(name))
        .withMessageContaining("call again");
    lease.releaseLease();
    lease.acquireLease(-1);
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> backend.buckets().delete(name))
        .withMessageContaining("break it");
    assertThat(backend.buckets().exists(name)).isTrue();

    lease.releaseLease();
    backend.buckets().delete(name);
    assertThat(backend.buckets().exists(name)).isFalse();
  }

  @Test
  void whatOnlyAnAccountCanBeSetToIsRefusedInWords() {
    assertThatExceptionOfType(DriverException.Unsupported.class)
        .isThrownBy(() -> backend.buckets().keepVersions(name, true))
        .withMessageContaining("storage account");
    backend.buckets().keepVersions(name, false);
    assertThat(backend.buckets().keepsVersions(name)).isFalse();
  }

  @Test
  void aKeyIsReadAgainWhenItChanges() throws IOException {
    Path file = directory.resolve("accountKey");
    Files.writeString(file, "bm8gc3VjaCBrZXk=");
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> backend.ping())
        .satisfies(thrown ->
            assertThat(thrown)
                .isInstanceOfAny(
                    DriverException.Unauthenticated.class, DriverException.PermissionDenied.class)
                .hasMessageNotContaining("bm8gc3VjaCBrZXk"));

    Files.writeString(file, "no Base64!");
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(() -> backend.ping())
        .withMessageContaining("accountKey")
        .withMessageNotContaining("no Base64");
    Files.delete(file);
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(() -> backend.ping());

    Files.writeString(file, server.accountKey().reveal());
    backend.ping();
  }
}
