package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fs.Caller;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.object.Content;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackends;
import io.windlass.store.contract.TestBucket;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A mount of a container of a flat account with directories of blobfuse2. */
@RealServer(AzuriteServer.class)
@ParameterizedClass
@MethodSource("place")
@BothForms
class FolderStubsVolumeTest {
  enum Where {
    AZURITE,
    FAKE
  }

  static List<Where> place() {
    return List.of(TestForm.current() == TestForm.GATE ? Where.FAKE : Where.AZURITE);
  }

  private final Where where;
  private final AzuriteServer azurite;
  private final String name = UniqueName.of("stubs");
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  private final FakeAzure fake = new FakeAzure();
  private Backend backend;
  private ObjectStore bucket;
  private Volume volume;

  FolderStubsVolumeTest(Where where, AzuriteServer azurite) {
    this.where = where;
    this.azurite = azurite;
  }

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    backend =
        switch (where) {
          case AZURITE -> AzureBackends.open(azurite, directory);
          case FAKE -> AzureBackends.open(fake.add("mounted", AccountSettings.FLAT), directory);
        };
    backend.buckets().create(name, BucketSettings.DEFAULT);
    bucket = backend.objects(name);
    volume =
        new Volume(
            backend.objects(name), // nobody has shown it a stub yet
            VolumeOptions.DEFAULT,
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine,
            backend.capabilities());
    for (String stub : List.of("empty", "full", "full/sub")) {
      bucket.put(
          stub,
          Content.of(new byte[0]),
          PutOptions.DEFAULT.withMetadata(Map.of("hdi_isfolder", "true")));
    }
    for (String file : List.of("full/file", "full-2")) {
      bucket.put(file, Content.of(file.getBytes(UTF_8)), PutOptions.DEFAULT);
    }
  }

  @AfterEach
  void close() {
    volume.close();
    engine.close();
    new TestBucket(backend, name).close();
    backend.close();
    fake.close();
  }

  private List<String> keys() {
    return bucket.list(ListOptions.prefix(""), Optional.empty()).items().stream()
        .map(ListedEntry::key)
        .toList();
  }

  private boolean isDirectory(String... path) {
    return volume.walk(List.of(path)).orElseThrow().attributes().isDirectory();
  }

  @Test
  void theyAreDirectoriesFromTheFirstLookUpOn() {
    assertThat(keys()).hasSize(5); // the account has said what it is
    int before = fake.requests();
    assertThat(isDirectory("empty")).isTrue();
    assertThat(fake.requests() - before)
        .as("a HEAD and a list, as ever")
        .isEqualTo(where == Where.FAKE ? 2 : 0);
    assertThat(isDirectory("full", "sub")).isTrue();
    assertThat(isDirectory("full-2")).isFalse();
    long empty = volume.lookup(FileSystem.ROOT, "empty").orElseThrow().id();
    assertThat(volume.list(FileSystem.ROOT, true, 100, 0))
        .extracting("name")
        .containsOnlyOnce("empty", "full", "full-2");
    Node made = volume.fs().mkdir(empty, "in", 0750, new Caller(0, 0), volume.request()).await();
    volume.counted(made);
    volume.fs().rmdir(empty, "in", volume.request()).await();
    volume.fs().rmdir(FileSystem.ROOT, "empty", volume.request()).await();
    assertThat(volume.lookup(FileSystem.ROOT, "empty")).isEmpty();
    assertThat(keys()).containsExactly("full", "full-2", "full/file", "full/sub");
  }

  @Test
  void theyGoAlongWithTheirDirectory() {
    for (String name : List.of("empty", "full")) {
      assertThat(volume.lookup(FileSystem.ROOT, name)).isPresent();
      String to = name + "-moved";
      assertThat(volume.lookup(FileSystem.ROOT, to)).isEmpty();
      volume
          .fs()
          .rename(FileSystem.ROOT, name, FileSystem.ROOT, to, false, volume.request())
          .await();
      assertThat(volume.lookup(FileSystem.ROOT, name)).isEmpty();
    }

    assertThat(isDirectory("empty-moved")).isTrue();
    assertThat(isDirectory("full-moved", "sub")).isTrue();
    assertThat(keys())
        .containsExactly(
            "empty-moved/", "full-2", "full-moved/", "full-moved/file", "full-moved/sub");
  }
}
