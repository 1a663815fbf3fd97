package io.windlass.volume.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.protobuf.UnknownFieldSet;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.Revision;
import io.windlass.proto.snapshot.PageRecord;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.record.Frames;
import io.windlass.record.RecordFormat;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.PutOptions;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of manifests. */
class ManifestTest {
  private static final String REGISTRY = "manifest-registry";
  private static final RecordName RECORD = new RecordName(SnapshotRecord.KIND, "one");

  private static final List<ManifestEntry> ENTRIES =
      List.of(
          new ManifestEntry(
              "folder/ä",
              Optional.of("v-1"),
              0,
              5,
              Instant.parse("2030-01-02T03:04:05.006Z"),
              Optional.empty()),
          new ManifestEntry(
              "copied",
              Optional.empty(),
              7,
              1L << 40,
              Instant.parse("2030-01-02T03:04:06Z"),
              Optional.empty()));

  /** The same in the first version of the format. */
  private static final String FIRST =
      "0000001a7fe7a64477696e646c61737320736e617073686f742070616765000000010000000681"
          + "1e0a080a040801100200000021b29d449d121f0a09666f6c6465722fc3a41203762d3120052a0b"
          + "08a5aaf5860710809bee020000001b38ebe3cb12190a06636f706965641807208080808080202a"
          + "0608a6aaf58607";

  private final LocalBackend backend;
  private final Manifest manifest;

  ManifestTest(@TempDir Path directory) {
    backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
    Registry registry =
        new Registry(new RegistryBucket(backend, REGISTRY, true), Owner.current("test:/a.sock"));
    manifest =
        new Manifest(LeasedOperation.on(new OpenBackend(backend, registry, REGISTRY)), RECORD);
  }

  @BeforeEach
  void make() {
    backend.buckets().create(REGISTRY, BucketSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void aPageIsReadAsItWasWritten() {
    manifest.write(1, ENTRIES);
    assertThat(manifest.read(1)).isEqualTo(ENTRIES);
  }

  @Test
  void theRevisionThatAnEntryMustHaveIsRead() {
    List<ManifestEntry> pinned =
        List.of(
            new ManifestEntry(
                "replaceable",
                Optional.of("null"),
                0,
                5,
                Instant.parse("2030-01-02T03:04:05.006Z"),
                Optional.of(new Revision("\"etag\""))));
    manifest.write(1, pinned);
    assertThat(manifest.read(1)).isEqualTo(pinned);
  }

  @Test
  void aPageWithoutEntriesIsRead() {
    manifest.write(1, List.of());
    assertThat(manifest.read(1)).isEmpty();
  }

  @Test
  void thePagesOfTheFirstFormatStayReadable() throws IOException {
    byte[] first = HexFormat.of().parseHex(FIRST);
    assertThat(ManifestFormat.encode(1, ENTRIES)).isEqualTo(first);
    put(1, first);
    assertThat(manifest.read(1)).isEqualTo(ENTRIES);
  }

  @Test
  void whateverByteIsWrongOrMissingIsNoticed() throws IOException {
    byte[] page = ManifestFormat.encode(1, ENTRIES);
    for (int at = 0; at < page.length; at++) {
      byte[] damaged = page.clone();
      damaged[at] ^= 1;
      requireRefused(damaged);
      requireRefused(Arrays.copyOf(page, at));
    }
    requireRefused(Arrays.copyOf(page, page.length + 1));
    requireRefused("{\"entries\":[]}".getBytes(UTF_8));
    requireRefused(ManifestFormat.encode(2, ENTRIES));
  }

  private static void requireRefused(byte[] page) {
    assertThatIOException().isThrownBy(() -> ManifestFormat.decode("it", 1, page));
  }

  @Test
  void aDamagedPageSaysOfWhatItIsAndWhatToDo() throws IOException {
    put(1, Arrays.copyOf(ManifestFormat.encode(1, ENTRIES), 50));
    assertThatExceptionOfType(DriverException.Unexpected.class)
        .isThrownBy(() -> manifest.read(1))
        .withMessageContaining("page 1 of snapshot %s/one".formatted(backend.name()))
        .withMessageContaining("delete it");
  }

  @Test
  void whatANewerVersionWroteIsRefused() throws IOException {
    RecordFormat<PageRecord> newer =
        new RecordFormat<>("windlass snapshot page", 2, PageRecord.parser());
    UnknownFieldSet more =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    byte[] header = Arrays.copyOf(ManifestFormat.encode(1, List.of()), newer.header().remaining());
    byte[] unknown = Frames.of(PageRecord.newBuilder().setUnknownFields(more).build()).array();
    for (byte[] page : List.of(newer.header().array(), concat(header, unknown))) {
      put(1, page);
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> manifest.read(1))
          .withMessageContaining("page 1 of snapshot %s/one".formatted(backend.name()))
          .withMessageContaining("a newer version of Windlass");
    }
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private void put(int page, byte[] bytes) {
    backend
        .objects(REGISTRY)
        .put(
            "snapshot-data/%s/pages/%08d".formatted(RECORD, page),
            Content.of(bytes),
            PutOptions.DEFAULT);
  }
}
