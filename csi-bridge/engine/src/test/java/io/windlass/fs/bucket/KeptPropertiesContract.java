package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.mode;
import static io.windlass.fs.bucket.FileCalls.rename;
import static io.windlass.fs.bucket.FileCalls.size;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fs.Changes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.linux.Errno;
import io.windlass.object.Content;
import io.windlass.object.ModifiedTime;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectProperties;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An object that is changed through a volume keeps what it had. */
abstract class KeptPropertiesContract {
  private static final String TEXT = "12345678";

  private final String bucket = UniqueName.of("kept");
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(32 << 20), Optional.empty());
  private Path directory = Path.of("");
  private Backend backend;
  private ObjectStore store;

  /** Opens the driver's own backend over the server; keeps its credentials in a directory. */
  abstract Backend open(Path secrets) throws IOException;

  /** Returns texts of the store itself that an object can have. */
  Map<String, String> opaque() {
    return Map.of();
  }

  @BeforeEach
  void make(@TempDir Path temporary) throws IOException {
    directory = temporary;
    backend = open(directory.resolve("secret"));
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    store = backend.objects(bucket);
  }

  @AfterEach
  void remove() {
    engine.close();
    List<ListedEntry> left = store.list(ListOptions.prefix(""), Optional.empty()).items();
    if (!left.isEmpty()) {
      store.deleteAll(left.stream().map(entry -> ObjectId.of(entry.key())).toList());
    }
    backend.buckets().delete(bucket);
    backend.close();
  }

  Backend backend() {
    return backend;
  }

  ObjectStore store() {
    return store;
  }

  /** Mounts the bucket, by one of its stores. */
  Volume mount(ObjectStore by, VolumeOptions options) {
    return new Volume(
        by,
        options,
        directory.resolve("state"),
        Optional.of(directory.resolve("staging")),
        engine,
        backend.capabilities());
  }

  /** Returns properties of each kind that the backend can keep. */
  ObjectProperties all() {
    return PropertiesContract.sample(backend.capabilities().features(), opaque());
  }

  void put(String key, ObjectProperties properties) {
    store.put(key, Content.of(TEXT.getBytes(UTF_8)), PutOptions.DEFAULT.withProperties(properties));
  }

  private static Changes touched() {
    return new Changes(
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(Instant.EPOCH.plusSeconds(7)));
  }

  private static long node(Volume volume, String name) {
    return volume.lookup(FileSystem.ROOT, name).orElseThrow().id();
  }

  /** Copies as cp into a file that is there; if the server cannot, the bytes are written. */
  private static void copy(Volume volume, String from, String to) {
    long source = FileCalls.open(volume, from, 0);
    long target = FileCalls.open(volume, to, WRITE);
    try {
      volume.fs().copy(source, 0, target, 0, TEXT.length()).await();
    } catch (FsException e) {
      assertThat(e.errno()).isEqualTo(Errno.ENOTSUP);
      write(volume, target, TEXT);
    }
    close(volume, target);
    volume.fs().release(source).await();
  }

  /** A change, and the key at which its object is then. */
  private record Change(String key, Runnable deed) {}

  private static Map<String, Change> changes(Volume volume) {
    Map<String, Change> changes = new LinkedHashMap<>();
    changes.put(
        "rewritten",
        new Change(
            "rewritten",
            () -> {
              long handle = FileCalls.open(volume, "rewritten", WRITE);
              write(volume, handle, "abc");
              close(volume, handle);
              long again = FileCalls.open(volume, "rewritten", WRITE);
              write(volume, again, "def");
              close(volume, again);
            }));
    changes.put(
        "emptied",
        new Change(
            "emptied",
            () -> {
              volume.fs().setattr(node(volume, "emptied"), size(0)).await();
              long handle = FileCalls.open(volume, "emptied", WRITE);
              write(volume, handle, "new");
              close(volume, handle);
            }));
    changes.put(
        "cut", new Change("cut", () -> volume.fs().setattr(node(volume, "cut"), size(3)).await()));
    changes.put(
        "in-parts",
        new Change(
            "in-parts",
            () -> volume.fs().setattr(node(volume, "in-parts"), size(9 << 20)).await()));
    changes.put(
        "chmod",
        new Change("chmod", () -> volume.fs().setattr(node(volume, "chmod"), mode(0600)).await()));
    changes.put(
        "touched",
        new Change(
            "touched", () -> volume.fs().setattr(node(volume, "touched"), touched()).await()));
    changes.put(
        "attribute",
        new Change(
            "attribute",
            () ->
                volume
                    .fs()
                    .setxattr(
                        node(volume, "attribute"), "user.a", new byte[] {1}, 0, volume.request())
                    .await()));
    changes.put("copied", new Change("copied", () -> copy(volume, "plain", "copied")));
    changes.put(
        "moved", new Change("renamed", () -> rename(volume, "moved", "renamed", volume.request())));
    changes.put(
        "moved-free",
        new Change(
            "free",
            () ->
                volume
                    .fs()
                    .rename(
                        FileSystem.ROOT,
                        "moved-free",
                        FileSystem.ROOT,
                        "free",
                        false,
                        volume.request())
                    .await()));
    changes.put(
        "moved-over",
        new Change("plain", () -> rename(volume, "moved-over", "plain", volume.request())));
    changes.put(
        "folder/file",
        new Change("other/file", () -> rename(volume, "folder", "other", volume.request())));
    changes.put(
        "handed-over",
        new Change(
            "handed-over",
            () -> {
              long handle = FileCalls.open(volume, "handed-over", WRITE);
              write(volume, handle, "abc");
              volume.restart();
              close(volume, handle);
            }));
    return changes;
  }

  @Test
  void whatIsChangedInPlaceKeepsEverythingItHad() {
    put("plain", ObjectProperties.NONE);
    try (Volume volume = mount(store, VolumeOptions.DEFAULT.withObjectMetadata(true))) {
      Map<String, Change> changes = changes(volume);
      changes.keySet().forEach(key -> put(key, all()));

      changes.values().forEach(change -> change.deed().run());

      changes.forEach((_, change) -> PropertiesContract.assertHas(store, change.key(), all()));
      assertThat(store.head("in-parts").size()).isEqualTo(9 << 20);
      assertThat(store.head("rewritten").size()).isEqualTo(TEXT.length());
      volume.forgetAll();
    }
  }

  /** Or rsync would copy everything again. */
  @Test
  void whatOthersPutIsAsOldAfterARename() {
    Map<String, String> renamed = Map.of("file", "renamed", "folder/file", "other/file");
    renamed.keySet().forEach(key -> put(key, all()));
    try (Volume volume = mount(store, VolumeOptions.DEFAULT.withObjectMetadata(true))) {
      Map<String, String> wanted = new HashMap<>();
      renamed.forEach((from, to) ->
          wanted.put(to, Long.toString(store.head(from).lastModified().getEpochSecond())));
      rename(volume, "file", "renamed", volume.request());
      rename(volume, "folder", "other", volume.request());

      wanted.forEach((key, time) -> {
        assertThat(store.head(key).metadata()).containsEntry(ModifiedTime.NAME, time);
        PropertiesContract.assertHas(store, key, all());
      });
      Instant shown =
          volume.lookup(FileSystem.ROOT, "renamed").orElseThrow().attributes().modified();
      assertThat(ModifiedTime.text(shown)).isEqualTo(wanted.get("renamed"));
      volume.forgetAll();
    }
  }

  @Test
  void aNewFileHasTheTypeOfItsNameWhereThatIsWanted() {
    try (Volume volume =
        mount(store, VolumeOptions.DEFAULT.withObjectMetadata(true).withTypesByName(true))) {
      for (String name : List.of("a.HTML", "b.unknown", ".css")) {
        long handle = FileCalls.createFile(volume, name).file().handle();
        write(volume, handle, "new");
        close(volume, handle);
      }
      String none = type("b.unknown");
      assertThat(type("a.HTML")).isEqualTo("text/html; charset=utf-8");
      assertThat(type(".css")).as("has no extension").isEqualTo(none);
      volume.forgetAll();
    }
  }

  private String type(String key) {
    return store.head(key).properties().headers().type().orElse("");
  }
}
