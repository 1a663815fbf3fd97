package io.windlass.fake.gcs;

import static io.windlass.fake.gcs.GcsClients.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.ReadChannel;
import com.google.cloud.WriteChannel;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BlobSourceOption;
import com.google.cloud.storage.Storage.BlobTargetOption;
import com.google.cloud.storage.Storage.BlobWriteOption;
import com.google.cloud.storage.Storage.ComposeRequest;
import com.google.cloud.storage.Storage.CopyRequest;
import com.google.cloud.storage.Storage.MoveBlobRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects, by Google's client. */
class FakeGcsObjectTest {
  private static final BlobInfo INFO = BlobInfo.newBuilder("bucket", "dir/na me+ü").build();

  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final Storage storage = GcsClients.of(fake, fake.administrator());

  @BeforeEach
  void makeBucket() {
    assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
  }

  @AfterEach
  void close() throws Exception {
    storage.close();
    fake.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private Blob put(String name, String content) {
    return storage.create(BlobInfo.newBuilder("bucket", name).build(), bytes(content));
  }

  private String content(String name) {
    return new String(storage.readAllBytes("bucket", name), UTF_8);
  }

  @Test
  void contentAndMetadataComeBack() {
    Blob made =
        storage.create(
            INFO.toBuilder().setContentType("text/x").setMetadata(Map.of("k", "v")).build(),
            bytes("content"));

    Blob found = storage.get(INFO.getBlobId());
    assertThat(found.getContentType()).isEqualTo("text/x");
    assertThat(found.getMetadata()).containsEntry("k", "v");
    assertThat(found.getGeneration()).isEqualTo(made.getGeneration());
    assertThat(found.getMetageneration()).isEqualTo(1);
    assertThat(found.getCrc32c()).isEqualTo(ContentChecksums.crc32c(bytes("content")));
    assertThat(found.getMd5()).isEqualTo(ContentChecksums.md5(bytes("content")));
    assertThat(found.getContent()).isEqualTo(bytes("content"));
    assertThat(storage.get("bucket", "absent")).isNull();
    refused(404, () -> storage.readAllBytes("bucket", "absent"));
    refused(404, () -> storage.readAllBytes("absent", "absent"));
  }

  @Test
  void wrongChecksumsAreRefused() {
    BlobInfo wrong = INFO.toBuilder().setCrc32c("AAAAAA==").build();

    refused(
        400,
        () -> {
          try (WriteChannel writer = storage.writer(wrong, BlobWriteOption.crc32cMatch())) {
            int _ = writer.write(ByteBuffer.wrap(bytes("x")));
          }
        });
    assertThat(storage.get(INFO.getBlobId())).isNull();
  }

  @Test
  void onlyWhoKnowsTheGenerationWrites() {
    Blob first = storage.create(INFO, bytes("1"), BlobTargetOption.doesNotExist());
    refused(412, () -> storage.create(INFO, bytes("2"), BlobTargetOption.doesNotExist()));
    refused(412, () -> storage.create(INFO, bytes("2"), BlobTargetOption.generationMatch(12)));
    Blob second =
        storage.create(INFO, bytes("2"), BlobTargetOption.generationMatch(first.getGeneration()));

    assertThat(second.getGeneration()).isGreaterThan(first.getGeneration());
    refused(
        412,
        () ->
            storage.delete(
                INFO.getBlobId(), BlobSourceOption.generationMatch(first.getGeneration())));
    refused(
        304,
        () ->
            storage.get(
                INFO.getBlobId(),
                Storage.BlobGetOption.generationNotMatch(second.getGeneration())));
    refused(
        412,
        () ->
            storage.readAllBytes(
                INFO.getBlobId(), BlobSourceOption.generationMatch(first.getGeneration())));
    assertThat(
            storage.delete(
                INFO.getBlobId(), BlobSourceOption.generationMatch(second.getGeneration())))
        .isTrue();
    assertThat(storage.delete(INFO.getBlobId())).isFalse();
  }

  @Test
  void metadataChangeUnderTheirMetageneration() {
    Blob made =
        storage.create(
            INFO.toBuilder().setMetadata(Map.of("a", "1", "b", "2")).build(), bytes("x"));
    Map<String, String> changes = new HashMap<>();
    changes.put("b", null);
    changes.put("c", "3");
    Blob patched =
        storage.update(
            made.toBuilder().setMetadata(changes).build(), BlobTargetOption.metagenerationMatch());

    assertThat(patched.getMetadata()).isEqualTo(Map.of("a", "1", "c", "3"));
    assertThat(patched.getMetageneration()).isEqualTo(2);
    assertThat(patched.getGeneration()).isEqualTo(made.getGeneration());
    refused(
        412,
        () ->
            storage.update(
                made.toBuilder().setContentType("x/y").build(),
                BlobTargetOption.metagenerationMatch()));
  }

  @Test
  void rangesAreRead() throws IOException {
    put("object", "0123456789");
    ByteBuffer part = ByteBuffer.allocate(4);
    try (ReadChannel reader = storage.reader("bucket", "object")) {
      reader.seek(3);
      reader.limit(7);
      while (reader.read(part) > 0) {}
    }
    assertThat(part.array()).isEqualTo(bytes("3456"));

    try (ReadChannel reader = storage.reader("bucket", "object")) {
      reader.seek(10);
      assertThat(reader.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void aResumableUploadInChunks() throws IOException {
    byte[] content = new byte[(1 << 20) + 12345];
    new Random(1).nextBytes(content);
    try (WriteChannel writer = storage.writer(INFO, BlobWriteOption.doesNotExist())) {
      writer.setChunkSize(256 << 10);
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        int _ = writer.write(rest);
      }
    }
    assertThat(storage.readAllBytes(INFO.getBlobId())).isEqualTo(content);
    refused(
        412,
        () -> {
          try (WriteChannel writer = storage.writer(INFO, BlobWriteOption.doesNotExist())) {
            int _ = writer.write(ByteBuffer.wrap(content));
          }
        });
  }

  @Test
  void compositesHaveNoMd5AndCountComponents() {
    Blob one = put("1", "one");
    put("2", "two");
    ComposeRequest request =
        ComposeRequest.newBuilder()
            .addSource("1", one.getGeneration())
            .addSource("2")
            .setTarget(BlobInfo.newBuilder("bucket", "both").setContentType("a/b").build())
            .setTargetOptions(BlobTargetOption.doesNotExist())
            .build();
    Blob both = storage.compose(request);

    assertThat(content("both")).isEqualTo("onetwo");
    assertThat(both.getMd5()).isNull();
    assertThat(both.getComponentCount()).isEqualTo(2);
    assertThat(both.getContentType()).isEqualTo("a/b");
    refused(412, () -> storage.compose(request));
    put("1", "changed");
    refused(
        404,
        () ->
            storage.compose(
                ComposeRequest.newBuilder()
                    .addSource("1", one.getGeneration())
                    .setTarget(BlobInfo.newBuilder("bucket", "other").build())
                    .build()));
    refused(404, () -> storage.compose(ComposeRequest.of("bucket", List.of("absent"), "other")));
    refused(
        400,
        () ->
            storage.compose(
                ComposeRequest.of(
                    "bucket", IntStream.range(0, 33).mapToObj(_ -> "2").toList(), "other")));
    assertThat(
            storage
                .compose(ComposeRequest.of("bucket", List.of("both", "both"), "four"))
                .getComponentCount())
        .isEqualTo(4);
  }

  @Test
  void aRewriteMayNeedSeveralCalls() {
    Blob source = storage.create(INFO.toBuilder().setContentType("a/b").build(), new byte[3000]);
    fake.settings().rewriteAtMost(1000);
    BlobId target = BlobId.of("bucket", "copy");
    var writer =
        storage.copy(
            CopyRequest.newBuilder()
                .setSource(INFO.getBlobId())
                .setTarget(target, BlobTargetOption.doesNotExist())
                .build());
    assertThat(writer.isDone()).isFalse();
    assertThat(storage.get(target)).isNull();

    assertThat(writer.getResult().getSize()).isEqualTo(3000);
    assertThat(storage.get(target).getContentType()).isEqualTo("a/b");
    refused(
        412,
        () ->
            storage.copy(
                CopyRequest.newBuilder()
                    .setSource(INFO.getBlobId())
                    .setTarget(target, BlobTargetOption.doesNotExist())
                    .build()));
    refused(
        412,
        () ->
            storage.copy(
                CopyRequest.newBuilder()
                    .setSource(INFO.getBlobId())
                    .setSourceOptions(BlobSourceOption.generationMatch(source.getGeneration() + 1))
                    .setTarget(target)
                    .build()));
  }

  @Test
  void aMoveIsAtomic() {
    Blob source = put("from", "x");
    MoveBlobRequest move =
        MoveBlobRequest.newBuilder()
            .setSource(BlobId.of("bucket", "from"))
            .setTarget(BlobId.of("bucket", "to"))
            .setTargetOptions(BlobTargetOption.doesNotExist())
            .build();
    Blob moved = storage.moveBlob(move);

    assertThat(moved.getGeneration()).isGreaterThan(source.getGeneration());
    assertThat(content("to")).isEqualTo("x");
    refused(404, () -> storage.moveBlob(move));
    put("from", "y");
    refused(412, () -> storage.moveBlob(move));
  }

  @Test
  void namesAreChecked() {
    put("/lead", "x");
    put("a//b", "x");
    put("x/../y", "x");
    assertThat(content("/lead")).isEqualTo("x");
    refused(400, () -> put("..", "x"));
    refused(400, () -> put("line\nend", "x"));
    refused(400, () -> put("ü".repeat(513), "x"));
  }
}
