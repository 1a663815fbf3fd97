package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.NEW;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.open;
import static io.windlass.fs.bucket.FileCalls.rename;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Renames that fail or are cut off, and what the next request or mount makes of them. */
class RenamingCutOffTest {
  private final WritingVolumes nodes;
  private final FaultyStore store;
  private final Path directory;

  RenamingCutOffTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.store = nodes.store();
    this.directory = directory;
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  @Test
  void aRenameThatComesAgainIsDoneWhenWhatWasSentBeforeComesLate() {
    store.put("f", "text".getBytes(UTF_8));
    Volume volume = nodes.open();
    RequestId first = volume.request();
    store.faults().nextChanges(Faults.Change.DONE);
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    fails(Errno.EIO, () -> rename(volume, "f", "g", first));
    assertThat(store.contents()).containsOnlyKeys("f", "g");

    store.faults().eachChange(this::theDeletionComes);
    rename(volume, "f", "g", new RequestId(first.number(), true));
    assertThat(store.contents()).containsOnlyKeys("g");
    assertThat(volume.lookup(FileSystem.ROOT, "f")).isEmpty();
    assertThat(volume.lookup(FileSystem.ROOT, "g")).isPresent();
  }

  @Test
  void aRenameThatIsCutOffLeavesNoUpload() {
    store.put("f", "text".getBytes(UTF_8));
    Volume volume = nodes.open();
    store
        .faults()
        .inNextCopy(() -> {
          throw new DriverException.Unavailable("cut off by the test", null);
        });
    RequestId id = volume.request();
    fails(
        Errno.EIO,
        () -> volume.fs().rename(FileSystem.ROOT, "f", FileSystem.ROOT, "g", false, id).await());
    await().untilAsserted(() -> assertThat(store.pending()).isEmpty());
    assertThat(store.contents()).containsOnlyKeys("f");
  }

  @Test
  void aRenameOfWhatGoesMeanwhileFailsAndIsNotFinishedLater() {
    store.put("f", "text".getBytes(UTF_8));
    Volume volume = nodes.open();
    store.faults().eachChange(this::theDeletionComes);
    fails(Errno.ENOENT, () -> rename(volume, "f", "g", volume.request()));
    assertThat(store.contents()).isEmpty();
    assertThat(new RenameIntentLog(renames()).unfinished()).isEmpty();
  }

  @Test
  void aRenameThatWasCutOffIsFinishedByTheNextMount() {
    store.put("new/a", "1".getBytes(UTF_8));
    store.put("old/b", "2".getBytes(UTF_8));
    store.put("old/c/d", "3".getBytes(UTF_8));
    Path staging = directory.resolve("node0/staging");
    new RenameIntentLog(staging.resolve("renames"))
        .begin(new RenameIntentLog.Rename("old/", "new/", Revision.NONE));
    nodes.open();
    await()
        .untilAsserted(
            () -> assertThat(store.contents()).containsOnlyKeys("new/a", "new/b", "new/c/d"));
    await()
        .untilAsserted(() ->
            assertThat(new RenameIntentLog(staging.resolve("renames")).unfinished()).isEmpty());
  }

  @Test
  void aRenameThatWasNotEvenBegunIsForgottenByTheNextMount() throws IOException {
    store.put("f", "text".getBytes(UTF_8));
    Path renames = directory.resolve("node0/staging/renames");
    RenameIntentLog.Begun begun =
        new RenameIntentLog(renames).begin(new RenameIntentLog.Rename("f", "g", Revision.NONE));
    Files.move(begun.file(), renames.resolve(begun.file().getFileName() + ".new"));
    nodes.open();
    assertThat(renames).isEmptyDirectory();
    assertThat(store.contents()).containsOnlyKeys("f");
  }

  /** However far the rename of a file had come when all processes died. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasWrittenToAFileGoesWhereItIsRenamedTo(boolean copied) {
    store.put("f", "text".getBytes(UTF_8));
    Revision revision = store.head("f").revision();
    Volume before = nodes.open();
    write(before, open(before, "f", WRITE), "more");
    dies(before, new RenameIntentLog.Rename("f", "g", revision));
    if (copied) {
      store.copy(CopySource.of(store.bucket(), "f"), "g", CopyOptions.DEFAULT);
    }
    afterwards("g");
    assertThat(nodes.stored("g")).isEqualTo("more");
  }

  @Test
  void whatWasWrittenToAFileGoesWhereItIsRenamedToByWhatComesLate() {
    store.put("f", "text".getBytes(UTF_8));
    Revision revision = store.head("f").revision();
    Volume before = nodes.open();
    write(before, open(before, "f", WRITE), "more");
    dies(before, new RenameIntentLog.Rename("f", "g", revision));
    store.copy(CopySource.of(store.bucket(), "f"), "g", CopyOptions.DEFAULT);
    store.faults().eachChange(this::theDeletionComes);
    afterwards("g");
    assertThat(nodes.stored("g")).isEqualTo("more");
  }

  @Test
  void whatWasWrittenInADirectoryGoesWhereItIsRenamedTo() {
    store.put("d/f", "text".getBytes(UTF_8));
    store.put("e/", new byte[0]);
    Volume before = nodes.open();
    Node inner = before.lookup(FileSystem.ROOT, "d").orElseThrow();
    Node file = before.lookup(inner.id(), "f").orElseThrow();
    FileSystem fs = before.fs();
    write(before, fs.open(file.id(), WRITE, before.request()).await().handle(), "more");
    Created made = fs.create(inner.id(), "new", NEW, 0100644, CALLER, before.request()).await();
    write(before, made.file().handle(), "new");
    dies(before, new RenameIntentLog.Rename("d/", "e/", Revision.NONE));
    afterwards("e/", "e/f", "e/new");
    assertThat(nodes.stored("e/f")).isEqualTo("more");
    assertThat(nodes.stored("e/new")).isEqualTo("new");
  }

  /** Both processes, when this rename was begun. */
  private void dies(Volume volume, RenameIntentLog.Rename rename) {
    nodes.end(volume);
    new RenameIntentLog(renames()).begin(rename);
  }

  /** The next mount goes on until there is nothing but these. */
  private void afterwards(String... keys) {
    Path place = directory.resolve("node0");
    nodes.open(place.resolve("next"), place.resolve("staging"));
    await()
        .untilAsserted(() -> {
          assertThat(store.contents()).containsOnlyKeys(keys);
          assertThat(LiveFiles.in(place.resolve("staging")))
              .allMatch(file -> file.toString().endsWith(".kept"));
        });
  }

  private Faults.Change theDeletionComes() {
    store.faults().clear();
    store.delete("f", Condition.always());
    return Faults.Change.DONE;
  }

  private Path renames() {
    return directory.resolve("node0/staging/renames");
  }
}
