package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults.Change;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.upload.Piece;
import io.windlass.object.ByteRange;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.store.PutOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges that the server copies into a staged file: which, what it costs, and what goes wrong. */
class StagedCopyTest {
  private static final String KEY = "folder/file";
  private static final String SOURCE = "source";
  private static final Map<String, String> METADATA = Map.of("mode", "33188", "user.x", "kept");
  private static final Instant LATER = Workbench.NOW.plusSeconds(60);
  private static final byte[] FILE = bytes(500, 1);
  private static final byte[] OTHER = bytes(300, 2);

  private final FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Workbench bench;

  @BeforeEach
  void open() {
    bench = Workbench.over(store, directory.resolve("staging"), engine);
    store.put(SOURCE, OTHER);
  }

  @AfterEach
  void close() {
    bench.close();
    engine.close();
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private StagedFile over(byte[] content) {
    ObjectInfo info =
        store.put(KEY, Content.of(content), PutOptions.DEFAULT.withMetadata(METADATA));
    BaseObject base =
        new BaseObject(KEY, info.revision(), info.size(), info.lastModified(), METADATA);
    return bench.staging().over(Workbench.ID, base, Optional.of(ObjectProperties.NONE));
  }

  private Piece other(int offset, int length) {
    ObjectInfo info = store.head(SOURCE);
    BaseObject object =
        new BaseObject(SOURCE, info.revision(), info.size(), info.lastModified(), Map.of());
    store.resetCounts();
    return new Piece(object, new ByteRange(offset, length));
  }

  /** With a range of the other put there. */
  private static byte[] with(byte[] content, int offset, int length, int at) {
    byte[] with = Arrays.copyOf(content, Math.max(content.length, at + length));
    System.arraycopy(OTHER, offset, with, at, length);
    return with;
  }

  private byte[] stored() {
    return Objects.requireNonNull(store.contents().get(KEY));
  }

  private void noUploadIsLeft() {
    await().untilAsserted(() -> assertThat(store.pending()).isEmpty());
  }

  private void copied(StagedFile file, byte[] wanted) {
    assertThat(stored()).isEqualTo(wanted);
    assertThat(store.sent()).isZero();
    assertThat(store.gets()).isEmpty();
    assertThat(file.view().dirty()).isFalse();
    assertThat(file.view().revision()).contains(store.head(KEY).revision());
    assertThat(Workbench.read(file, 0, 1000)).isEqualTo(wanted);
    noUploadIsLeft();
  }

  private void refused(StagedFile file, Piece range, long at) {
    byte[] before = Workbench.read(file, 0, 1000);
    byte[] there = stored();
    assertThat(file.copy(range, at, LATER)).isFalse();
    assertThat(stored()).isEqualTo(there);
    assertThat(Workbench.read(file, 0, 1000)).isEqualTo(before);
    noUploadIsLeft();
  }

  @Test
  void aRangeInTheMiddle() {
    StagedFile file = over(FILE);
    assertThat(file.copy(other(50, 100), 200, LATER)).isTrue();
    assertThat(store.copied()).isEqualTo(500);
    copied(file, with(FILE, 50, 100, 200));
    assertThat(file.view().modified()).isEqualTo(LATER);
    assertThat(store.head(KEY).metadata())
        .containsAllEntriesOf(METADATA)
        .containsEntry("mtime", LATER.toString());
  }

  @Test
  void rangesOneAfterTheOther() {
    StagedFile file =
        bench.staging().create(Workbench.ID, KEY, METADATA, ObjectProperties.NONE, Workbench.NOW);
    for (int at = 0; at < 300; at += 100) {
      assertThat(file.copy(other(at, 100), at, LATER)).isTrue();
      copied(file, Arrays.copyOf(OTHER, at + 100));
    }
    bench.crash();
    assertThat(Workbench.read(bench.file(), 0, 1000)).isEqualTo(OTHER);
    assertThat(bench.file().view().dirty()).isFalse();
  }

  @Test
  void aRangeOverTheEnd() {
    StagedFile file = over(FILE);
    assertThat(file.copy(other(0, 300), 400, LATER)).isTrue();
    copied(file, with(FILE, 0, 300, 400));
  }

  @Test
  void aWholeObjectOverAllThatThereWas() {
    StagedFile file = over(bytes(200, 3));
    assertThat(file.copy(other(0, 300), 0, LATER)).isTrue();
    copied(file, OTHER);
  }

  @Test
  void aRangeOfTheFileItself() {
    StagedFile file = over(FILE);
    Piece own = new Piece(file.object().orElseThrow(), new ByteRange(0, 100));
    store.resetCounts();
    assertThat(file.copy(own, 300, LATER)).isTrue();
    byte[] wanted = FILE.clone();
    System.arraycopy(FILE, 0, wanted, 300, 100);
    copied(file, wanted);
  }

  @Test
  void whatWasFetchedIsNotReadAgain() {
    StagedFile file = over(FILE);
    file.localise();
    assertThat(bench.staging().usedBytes()).isEqualTo(500);
    assertThat(file.copy(other(0, 100), 100, LATER)).isTrue();
    copied(file, with(FILE, 0, 100, 100));
    assertThat(bench.staging().usedBytes()).isZero();
  }

  @Test
  void noPartIsTooSmall() {
    StagedFile file = over(FILE);
    refused(file, other(0, 100), 15);
    refused(file, other(0, 15), 100);
    assertThat(file.copy(other(0, 100), 16, LATER)).isTrue();
    assertThat(file.copy(other(0, 100), 399, LATER)).as("the last may be small").isTrue();
    copied(file, with(with(FILE, 0, 100, 16), 0, 100, 399));
  }

  @Test
  void littleIsNotCopiedIntoMuch() {
    StagedFile file = over(FILE);
    refused(file, other(0, 55), 500);
    assertThat(file.copy(other(0, 56), 444, LATER)).isTrue();
    copied(file, with(FILE, 0, 56, 444));
  }

  @Test
  void onlyWhereNothingIsMissing() {
    StagedFile file = over(FILE);
    refused(file, other(0, 300), 501);
    Workbench.write(file, 3, bytes(1, 4));
    refused(file, other(0, 300), 100);
    file.unlinked();
    refused(file, other(0, 300), 100);
  }

  @Test
  void onlyWhereTheStoreCopiesParts() {
    bench.close();
    store.copyNoRanges();
    bench =
        new Workbench(
            directory.resolve("other"),
            store,
            Workbench.capabilities(Workbench.allFeatures()),
            engine,
            Workbench.SMALL);
    StagedFile file = over(FILE);
    refused(file, other(0, 300), 100);
  }

  @Test
  void aSourceThatWasReplaced() {
    StagedFile file = over(FILE);
    Piece old = other(0, 300);
    store.put(SOURCE, bytes(300, 5));
    refused(file, old, 100);
  }

  @Test
  void aFileThatSomebodyElseReplaced() {
    StagedFile file = over(FILE);
    store.put(KEY, bytes(500, 6));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> file.copy(other(0, 100), 100, LATER))
        .withMessageContaining("was changed by somebody else");
    assertThat(stored()).isEqualTo(bytes(500, 6));
    assertThat(file.view().conflict()).isTrue();
    noUploadIsLeft();
  }

  @Test
  void whatTheServerRefusesLeavesNothing() {
    StagedFile file = over(FILE);
    Piece range = other(0, 100);
    store.faults().nextChanges(Change.DONE, Change.DONE, Change.REFUSED);
    refused(file, range, 200);
    store.faults().clear();
    file.publish();
    assertThat(stored()).isEqualTo(FILE);
  }

  @Test
  void anAnswerThatIsLostIsFoundOut() {
    StagedFile file = over(FILE);
    Piece range = other(0, 100);
    store.faults().nextChanges(upload(Change.LOST));
    assertThat(file.copy(range, 200, LATER)).isTrue();
    copied(file, with(FILE, 0, 100, 200));
  }

  /** Returns the outcomes of the changes when a range is put into the middle. */
  private static Change[] upload(Change completed) {
    return new Change[] {Change.DONE, Change.DONE, Change.DONE, Change.DONE, completed};
  }

  @Test
  void whoReadsMeanwhileFindsItOut() {
    byte[] wanted = bytes(150, 7);
    store.put(SOURCE, wanted);
    StagedFile file = over(bytes(150, 3));
    Piece range = other(0, 150);
    store.faults().nextChanges(Change.LOST);
    store.faults().refuseHeads(1);
    assertThat(file.copy(range, 0, LATER)).isFalse();
    assertThat(stored()).isEqualTo(wanted);
    assertThat(Workbench.read(file, 0, 1000)).isEqualTo(wanted);
    Workbench.write(file, 0, wanted, LATER);
    file.publish();
    assertThat(stored()).isEqualTo(wanted);
  }
}
