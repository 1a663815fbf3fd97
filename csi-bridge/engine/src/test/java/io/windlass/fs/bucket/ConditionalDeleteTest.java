package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.ObjectId;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renames on a server that deletes on condition: what another node does between their steps. */
class ConditionalDeleteTest {
  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Volume volume;

  @BeforeEach
  void open() {
    store.put("f", "old".getBytes(UTF_8));
    store.put("d/a", "1".getBytes(UTF_8));
    volume =
        new Volume(
            store,
            VolumeOptions.DEFAULT,
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine,
            capabilities());
  }

  private static Capabilities capabilities() {
    Capabilities most = Volume.capabilities(1);
    Set<Feature> features = EnumSet.copyOf(most.features());
    features.add(Feature.DELETE_IF_MATCH);
    return new Capabilities(
        features,
        most.maxBucketName(),
        most.maxDeleteBatch(),
        most.maxPutBytes(),
        most.maxObjectBytes(),
        most.minPartBytes(),
        most.maxPartBytes(),
        most.maxParts());
  }

  @AfterEach
  void close() {
    store.faults().clear();
    volume.close();
    engine.close();
  }

  private void rename(String from, String to) {
    volume.fs().rename(FileSystem.ROOT, from, FileSystem.ROOT, to, true, volume.request()).await();
  }

  /** Something that another node does just before this request that changes the bucket, from 1. */
  private void before(int change, Runnable deed) {
    AtomicInteger changes = new AtomicInteger();
    store
        .faults()
        .eachChange(() -> {
          if (changes.incrementAndGet() == change) {
            deed.run();
          }
          return Faults.Change.DONE;
        });
  }

  private Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    store.contents().forEach((key, bytes) -> texts.put(key, new String(bytes, UTF_8)));
    return texts;
  }

  private void write(String key, String text) {
    store.put(key, text.getBytes(UTF_8));
  }

  private void isFinished() {
    await()
        .untilAsserted(() ->
            assertThat(new RenameIntentLog(directory.resolve("staging/renames")).unfinished())
                .isEmpty());
  }

  @Test
  void aFileIsRenamed() {
    long node = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    rename("f", "g");
    assertThat(texts()).isEqualTo(Map.of("g", "old", "d/a", "1"));
    assertThat(volume.lookup(FileSystem.ROOT, "g").orElseThrow().id()).isEqualTo(node);
    assertThat(volume.lookup(FileSystem.ROOT, "f")).isEmpty();
    isFinished();
  }

  /** The outcome must be as if the file had been written after the rename. */
  @Test
  void whatIsWrittenToTheOldNameOfAFileStays() {
    long node = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    before(2, () -> write("f", "other"));
    rename("f", "g");
    assertThat(texts()).containsEntry("f", "other").containsEntry("g", "old");
    assertThat(volume.lookup(FileSystem.ROOT, "g").orElseThrow().id()).isEqualTo(node);
    Node anew = volume.lookup(FileSystem.ROOT, "f").orElseThrow();
    assertThat(anew.id()).isNotEqualTo(node);
    assertThat(anew.attributes().size()).isEqualTo("other".length());
    isFinished();
  }

  /** Or an answer was lost, and the deletion came twice. */
  @Test
  void anOldNameThatIsGoneAlreadyIsNoError() {
    before(2, () -> store.deleteAll(List.of(new ObjectId("f", Optional.empty()))));
    rename("f", "g");
    assertThat(texts()).containsEntry("g", "old").doesNotContainKey("f");
    isFinished();
  }

  @Test
  void whatIsWrittenBelowADirectoryGoesAlong() {
    before(2, () -> write("d/a", "other"));
    rename("d", "e");
    assertThat(texts()).isEqualTo(Map.of("f", "old", "e/a", "other"));
    isFinished();
  }

  @Test
  void aDirectoryIsRenamed() {
    for (int i = 0; i < 100; i++) {
      write("d/sub/file" + i, "" + i);
    }
    rename("d", "e");
    assertThat(texts()).hasSize(102).containsEntry("e/a", "1").containsEntry("e/sub/file7", "7");
    assertThat(texts().keySet()).noneMatch(key -> key.startsWith("d/"));
    isFinished();
  }

  @Test
  void aRenameThatIsFinishedLaterLeavesWhatWasWrittenToTheOldName() {
    before(
        2,
        () -> {
          write("f", "other");
          throw new DriverException.Unavailable("refused by the test", null);
        });
    FsException failed = catchThrowableOfType(FsException.class, () -> rename("f", "g"));
    assertThat(failed.errno()).isEqualTo(Errno.EIO);
    isFinished();
    assertThat(texts()).containsEntry("f", "other").containsEntry("g", "old");
  }

  /** Between the copy and the deletion that a rename is finished with. */
  @Test
  void whatIsWrittenWhileARenameIsFinishedStays() {
    new RenameIntentLog(directory.resolve("staging/renames"))
        .begin(new RenameIntentLog.Rename("f", "g", store.head("f").revision()));
    before(2, () -> write("f", "other"));
    volume.restart();
    isFinished();
    assertThat(texts()).containsEntry("f", "other").containsEntry("g", "old");
  }
}
