package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fs.Caller;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.linux.Errno;
import io.windlass.object.Content;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import io.windlass.store.azure.AzureBackends;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mount of a container of a FAKE Azure account with a hierarchical namespace. */
class HierarchyVolumeTest {
  private static final Caller CALLER = new Caller(0, 0);

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  private final FakeAzure fake = new FakeAzure();
  private final List<StoreCall> changes = Collections.synchronizedList(new ArrayList<>());
  private Backend backend;
  private ObjectStore bucket;
  private Volume volume;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    backend =
        AzureBackends.open(
            fake.add("mounted", AccountSettings.FLAT.withDirectories()), directory.resolve("key"));
    backend.buckets().create("container", BucketSettings.DEFAULT);
    bucket = backend.objects("container");
    volume =
        new Volume(
            new InterceptedStore(bucket, this::count),
            VolumeOptions.DEFAULT.withObjectMetadata(true),
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine,
            backend.capabilities());
  }

  @AfterEach
  void close() {
    volume.close();
    engine.close();
    backend.close();
    fake.close();
  }

  private <T> T count(StoreCall call, Supplier<T> next) {
    if (call.isChange()) {
      changes.add(call);
    }
    return next.get();
  }

  private void put(String key) {
    bucket.put(key, Content.of(key.getBytes(UTF_8)), PutOptions.DEFAULT);
  }

  private List<String> keys() {
    return bucket.list(ListOptions.prefix(""), Optional.empty()).items().stream()
        .map(ListedEntry::key)
        .toList();
  }

  private long mkdir(long parent, String name) {
    Node made = volume.fs().mkdir(parent, name, 0750, CALLER, volume.request()).await();
    volume.counted(made);
    return made.id();
  }

  private void rename(String from, String to) {
    assertThat(volume.lookup(FileSystem.ROOT, from)).isPresent();
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, to);
    volume.fs().rename(FileSystem.ROOT, from, FileSystem.ROOT, to, true, volume.request()).await();
  }

  @Test
  void aDirectoryOfAThousandFilesIsRenamedByOneRequest() {
    for (int i = 0; i < 1000; i++) {
      put("from/%d/%d".formatted(i % 3, i));
    }

    rename("from", "to");

    assertThat(changes).containsExactly(StoreCall.RENAME);
    assertThat(volume.walk(List.of("to", "0", "999"))).isPresent();
    assertThat(volume.walk(List.of("from"))).isEmpty();
    assertThat(bucket.head("to/1/1").size()).isEqualTo("from/1/1".length());
  }

  /** What a mount makes is what other clients make. */
  @Test
  void directoriesAreThoseOfTheAccount() {
    put("theirs/deep/file");
    long theirs = volume.lookup(FileSystem.ROOT, "theirs").orElseThrow().id();
    long mine = mkdir(theirs, "mine");
    assertThat(keys()).contains("theirs/mine/");
    assertThat(volume.list(theirs, true, 100, 0)).extracting("name").contains("deep", "mine");

    long deep = volume.lookup(theirs, "deep").orElseThrow().id();
    assertThat(volume.lookup(deep, "file")).isPresent();
    FsException full =
        catchThrowableOfType(
            FsException.class, () -> volume.fs().rmdir(theirs, "deep", volume.request()).await());
    assertThat(full.errno()).isEqualTo(Errno.ENOTEMPTY);
    volume.fs().unlink(deep, "file", volume.request()).await();
    assertThat(volume.fs().getattr(mine, OptionalLong.empty()).await().attributes().mode() & 0777)
        .isEqualTo(0750);
    volume.fs().rmdir(theirs, "deep", volume.request()).await();

    assertThat(keys()).containsExactly("theirs/", "theirs/mine/");
    assertThat(volume.lookup(theirs, "deep")).isEmpty();
  }

  @Test
  void anEmptyDirectoryIsReplacedAndAFullOneIsNot() {
    put("from/file");
    mkdir(FileSystem.ROOT, "empty");
    put("full/file");

    rename("from", "empty");
    FsException refused = catchThrowableOfType(FsException.class, () -> rename("empty", "full"));

    assertThat(refused.errno()).isEqualTo(Errno.ENOTEMPTY);
    assertThat(keys()).containsExactly("empty/", "empty/file", "full/", "full/file");
  }
}
