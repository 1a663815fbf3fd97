package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.RecordLog;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.upload.PublishToken;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.proto.staging.Event;
import io.windlass.proto.staging.UploadNote;
import io.windlass.record.RecordFormat;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of publishing with faults, and of its number of requests without faults. */
class StagedFileTest {
  private static final String KEY = "folder/file";
  private static final Map<String, String> METADATA = Map.of("mode", "33188");

  private final FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Workbench bench;

  @BeforeEach
  void open() {
    bench = Workbench.over(store, directory, engine);
  }

  @AfterEach
  void close() {
    bench.close();
    engine.close();
  }

  private void openWith(Set<Feature> features, WriteSettings settings) {
    open(features, settings, System::nanoTime);
  }

  /** Opens another staging directory, whose clock the test moves. */
  private AtomicLong openWithClock() {
    AtomicLong clock = new AtomicLong();
    open(Workbench.allFeatures(), Workbench.SMALL, clock::get);
    return clock;
  }

  private void open(Set<Feature> features, WriteSettings settings, LongSupplier clock) {
    bench.close();
    bench =
        new Workbench(
            directory.resolve("other"),
            store,
            Workbench.capabilities(features),
            engine,
            settings,
            clock);
  }

  private StagedFile create() {
    return bench
        .staging()
        .create(Workbench.ID, KEY, METADATA, ObjectProperties.NONE, Workbench.NOW);
  }

  private StagedFile over(byte[] content) {
    ObjectInfo info =
        store.put(KEY, Content.of(content), PutOptions.DEFAULT.withMetadata(METADATA));
    store.resetCounts();
    return bench
        .staging()
        .over(
            Workbench.ID,
            new BaseObject(KEY, info.revision(), info.size(), info.lastModified(), METADATA),
            Optional.of(ObjectProperties.NONE));
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private byte[] stored() {
    return Objects.requireNonNull(store.contents().get(KEY));
  }

  private void noUploadIsLeft() {
    await().untilAsserted(() -> assertThat(store.pending()).isEmpty());
  }

  @Test
  void aFileIsNotThereBeforeItIsPublished() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(50, 1));
    assertThat(store.contents()).isEmpty();
    assertThat(file.view().dirty()).isTrue();
    assertThat(file.view().hasObject()).isFalse();
    StagedView view = file.publish();
    assertThat(stored()).isEqualTo(bytes(50, 1));
    assertThat(view.dirty()).isFalse();
    assertThat(view.hasObject()).isTrue();
    assertThat(view.revision()).contains(store.head(KEY).revision());
    assertThat(store.head(KEY).metadata()).containsAllEntriesOf(METADATA);
  }

  @Test
  void whatIsCleanIsNotPublishedAgain() {
    StagedFile file = create();
    file.publish();
    Revision revision = store.head(KEY).revision();
    file.publish();
    file.describe(METADATA, Workbench.NOW);
    file.publish();
    assertThat(store.head(KEY).revision()).isEqualTo(revision);
    assertThat(stored()).isEmpty();
  }

  @Test
  void whatIsCleanIsSoForTheNextProcess() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(50, 1));
    Instant later = Workbench.NOW.plusMillis(3);
    Workbench.write(file, 0, bytes(50, 2), later);
    file.publish();
    bench.crash();
    assertThat(bench.file().view().dirty()).isFalse();
    assertThat(bench.file().view().modified()).isEqualTo(later);
  }

  @Test
  void anAnswerThatWasLostIsNoFailure() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(20, 1));
    store.faults().nextChanges(Faults.Change.LOST);
    assertThat(file.publish().dirty()).isFalse();
    assertThat(stored()).isEqualTo(bytes(20, 1));
    Workbench.write(file, 5, bytes(20, 2));
    store.faults().nextChanges(Faults.Change.LOST);
    assertThat(file.publish().dirty()).isFalse();
    assertThat(Arrays.copyOfRange(stored(), 5, 25)).isEqualTo(bytes(20, 2));
  }

  @Test
  void theLostAnswerToTheEndOfAnUploadIsNoFailure() {
    StagedFile file = over(bytes(500, 1));
    Workbench.write(file, 0, bytes(10, 2));
    // start, the changed part, three copies, the end
    store
        .faults()
        .nextChanges(
            Faults.Change.DONE,
            Faults.Change.DONE,
            Faults.Change.DONE,
            Faults.Change.DONE,
            Faults.Change.DONE,
            Faults.Change.LOST);
    assertThat(file.publish().dirty()).isFalse();
    assertThat(store.faults().isCalm()).isTrue();
    assertThat(Arrays.copyOf(stored(), 10)).isEqualTo(bytes(10, 2));
    assertThat(stored()).hasSize(500);
    noUploadIsLeft();
  }

  @Test
  void aDeathBeforeTheAnswerIsNoFailureOfTheNextProcess() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(30, 1));
    store.faults().nextChanges(Faults.Change.LOST);
    store.faults().refuse(1);
    assertThatExceptionOfType(DriverException.Unavailable.class).isThrownBy(file::publish);
    assertThat(file.view().dirty()).isTrue();
    bench.crash();
    store.resetCounts();
    assertThat(bench.file().publish().dirty()).isFalse();
    assertThat(store.sent()).isZero();
    assertThat(stored()).isEqualTo(bytes(30, 1));
  }

  @Test
  void whatWasWrittenAfterALostAnswerIsPublishedToo() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(30, 1));
    store.faults().nextChanges(Faults.Change.LOST);
    store.faults().refuse(1);
    assertThatExceptionOfType(DriverException.Unavailable.class).isThrownBy(file::publish);
    Workbench.write(file, 0, bytes(30, 2));
    bench.crash();
    assertThat(bench.file().publish().dirty()).isFalse();
    assertThat(stored()).isEqualTo(bytes(30, 2));
  }

  @Test
  void anotherWriterIsNotOverwritten() {
    StagedFile file = over(bytes(30, 1));
    Workbench.write(file, 0, bytes(30, 2));
    store.put(KEY, bytes(40, 3));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class).isThrownBy(file::publish);
    assertThat(file.view().conflict()).isTrue();
    assertThat(file.view().dirty()).isTrue();
    bench.crash();
    assertThat(bench.file().view().conflict()).isTrue();
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> bench.file().publish())
        .withMessageContaining(bench.directory().toString());
    assertThat(stored()).isEqualTo(bytes(40, 3));
    assertThat(Workbench.read(bench.file(), 0, 100)).isEqualTo(bytes(30, 2));
  }

  @Test
  void aFileThatIsNewHereAndThereIsAConflict() {
    StagedFile file = create();
    store.put(KEY, bytes(40, 3));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class).isThrownBy(file::publish);
    assertThat(stored()).isEqualTo(bytes(40, 3));
  }

  /** One that is sent whole, and one that is sent in parts. */
  @ParameterizedTest
  @ValueSource(ints = {30, 500})
  void anObjectThatIsNotFoundAtOnceIsNoConflict(int size) {
    StagedFile file = over(bytes(size, 1));
    Workbench.write(file, 0, bytes(30, 2));
    store.faults().nextChanges(Faults.Change.UNFOUND);
    try {
      StagedView _ = file.publish();
    } catch (DriverException.Unavailable e) {
      assertThat(e).hasMessageContaining("the store did not find it");
    }
    assertThat(store.faults().isCalm()).isTrue();
    assertThat(file.view().conflict()).isFalse();
    assertThat(file.publish().dirty()).isFalse();
    assertThat(stored()).startsWith(bytes(30, 2)).hasSize(size);
  }

  @Test
  void anObjectThatWasDeletedIsAConflict() {
    StagedFile file = over(bytes(500, 1));
    Workbench.write(file, 0, bytes(30, 2));
    store.delete(KEY, Condition.always());
    assertThatExceptionOfType(DriverException.PreconditionFailed.class).isThrownBy(file::publish);
    assertThat(file.view().conflict()).isTrue();
    file.discard();
    noUploadIsLeft();
  }

  @Test
  void conditionsThatTheStoreCannotCheckAreCheckedBefore() {
    Set<Feature> features = EnumSet.allOf(Feature.class);
    features.removeAll(
        EnumSet.of(
            Feature.PUT_IF_ABSENT,
            Feature.PUT_IF_MATCH,
            Feature.COMPLETE_CONDITIONAL,
            Feature.COPY_CONDITIONAL));
    store.copyNoRanges();
    openWith(features, Workbench.SMALL);
    StagedFile file = over(bytes(300, 1));
    Workbench.write(file, 100, bytes(5, 2));
    file.publish();
    file.describe(Map.of("mode", "1"), Workbench.NOW);
    file.publish();
    assertThat(store.head(KEY).metadata()).containsEntry("mode", "1");
    assertThat(Arrays.copyOfRange(stored(), 100, 105)).isEqualTo(bytes(5, 2));
    Workbench.write(file, 0, bytes(5, 2));
    store.put(KEY, bytes(40, 3));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class).isThrownBy(file::publish);
    assertThat(stored()).isEqualTo(bytes(40, 3));
  }

  @Test
  void onlyThePartThatChangedIsSent() {
    byte[] content = bytes(5000, 1);
    StagedFile file = over(content);
    Workbench.write(file, 2500, bytes(4, 2));
    file.publish();
    System.arraycopy(bytes(4, 2), 0, content, 2500, 4);
    assertThat(stored()).isEqualTo(content);
    assertThat(store.sent()).isEqualTo(Workbench.MIN_PART);
    assertThat(store.copied()).isEqualTo(5000 - Workbench.MIN_PART);
  }

  @Test
  void whatIsAppendedIsSentAlone() {
    byte[] content = bytes(5000, 1);
    StagedFile file = over(content);
    Workbench.write(file, 5000, bytes(100, 2));
    file.publish();
    assertThat(Arrays.copyOf(stored(), 5000)).isEqualTo(content);
    assertThat(Arrays.copyOfRange(stored(), 5000, 5100)).isEqualTo(bytes(100, 2));
    assertThat(store.sent()).isLessThan(100 + Workbench.MIN_PART);
  }

  @Test
  void newMetadataSendNoContent() {
    StagedFile file = over(bytes(5000, 1));
    file.describe(Map.of("mode", "1"), Workbench.NOW);
    assertThat(file.view().dirty()).isTrue();
    file.publish();
    assertThat(store.head(KEY).metadata()).containsEntry("mode", "1");
    assertThat(stored()).isEqualTo(bytes(5000, 1));
    assertThat(store.sent()).isZero();
  }

  @Test
  void aCopyThatIsCutOffLeavesNoUpload() {
    cutOffInACopy();
  }

  @Test
  void whoMayNotListUploadsLeavesNoPartOfACopyThatIsCutOff() {
    store.faults().denyListingUploads();
    cutOffInACopy();
  }

  private void cutOffInACopy() {
    StagedFile file = over(bytes(150, 1));
    file.describe(Map.of("mode", "1"), Workbench.NOW);
    DriverException dead = new DriverException.Unavailable("dead", null);
    store
        .faults()
        .inNextCopy(() -> {
          bench.crash();
          throw dead;
        });
    assertThatException().isThrownBy(file::publish).isSameAs(dead);
    assertThat(bench.file().view().dirty()).isTrue();
    noUploadIsLeft();
    bench.file().publish();
    assertThat(store.head(KEY).metadata()).containsEntry("mode", "1");
    noUploadIsLeft();
  }

  @Test
  void whatACompletedUploadLeavesIsAbortedByTheNextProcess() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(500, 1));
    store.faults().inNextCompletion(bench::crash);
    assertThatException().isThrownBy(file::publish);
    assertThat(stored()).isEqualTo(bytes(500, 1));
    assertThat(store.pending()).hasSize(1);
    assertThat(bench.file().publish().dirty()).isFalse();
    noUploadIsLeft();
    await().untilAsserted(() -> assertThat(bench.onDisk()).noneMatch(StagedFileTest::isNote));
    assertThat(stored()).isEqualTo(bytes(500, 1));
  }

  @Test
  void whatACompletedUploadLeavesIsAbortedIfItsAnswerIsLost() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(500, 1));
    store.faults().inNextCompletion(() -> {});
    assertThat(file.publish().dirty()).isFalse();
    noUploadIsLeft();
    assertThat(stored()).isEqualTo(bytes(500, 1));
  }

  @Test
  void partsAreSentWhileWritingGoesOnAndByTheNextProcessToo() {
    byte[] content = bytes(1000, 1);
    StagedFile file = create();
    for (int at = 0; at < 500; at += 20) {
      Workbench.write(file, at, Arrays.copyOfRange(content, at, at + 20));
    }
    await().untilAsserted(() -> assertThat(store.sent()).isGreaterThan(300));
    Upload upload = store.pending().getFirst();
    bench.crash();
    for (int at = 500; at < 1000; at += 20) {
      Workbench.write(bench.file(), at, Arrays.copyOfRange(content, at, at + 20));
    }
    assertThat(store.contents()).isEmpty();
    assertThat(store.pending()).containsExactly(upload);
    bench.file().publish();
    assertThat(stored()).isEqualTo(content);
    assertThat(store.sent()).isEqualTo(1000);
    noUploadIsLeft();
  }

  @Test
  void anUploadThatTheServerStartsLateIsAborted() {
    AtomicLong clock = openWithClock();
    store.faults().nextChanges(Faults.Change.LATE);
    StagedFile file = create();
    Workbench.write(file, 0, bytes(1000, 1));
    file.publish();
    assertThat(stored()).isEqualTo(bytes(1000, 1));
    assertThat(store.faults().isCalm()).isTrue();
    // Usually the look that the server waited for was the only one until the clock moves; there is
    // a second one if a
    // further upload was being started during the first.
    await().until(store.faults()::hasArrived);
    clock.addAndGet(Workbench.SMALL.lateness().toNanos() + 1);
    await().untilAsserted(() -> assertThat(bench.onDisk()).noneMatch(StagedFileTest::isNote));
    noUploadIsLeft();
  }

  @Test
  void theLastLookIsTakenBeforeItIsClosed() {
    AtomicLong _ = openWithClock();
    store.faults().nextChanges(Faults.Change.LATE);
    StagedFile file = create();
    Workbench.write(file, 0, bytes(1000, 1));
    file.publish();
    assertThat(store.faults().isCalm()).isTrue();
    await().until(store.faults()::hasArrived);
    assertThat(bench.onDisk()).anyMatch(StagedFileTest::isNote);
    bench.staging().close();
    assertThat(bench.onDisk()).noneMatch(StagedFileTest::isNote);
    assertThat(store.uploads().of(KEY)).isEmpty();
  }

  @Test
  void whoMayNotListUploadsDoesNotLookForThemForEver() {
    store.faults().denyListingUploads();
    store.faults().nextChanges(Faults.Change.LOST);
    StagedFile file = create();
    Workbench.write(file, 0, bytes(1000, 1));
    file.publish();
    assertThat(stored()).isEqualTo(bytes(1000, 1));
    await().untilAsserted(() -> assertThat(bench.onDisk()).noneMatch(StagedFileTest::isNote));
  }

  private static boolean isNote(String name) {
    return name.endsWith(".note");
  }

  @Test
  void aPartThatIsWrittenAgainIsSentAgain() {
    byte[] content = bytes(1000, 1);
    StagedFile file = create();
    for (int at = 0; at < 1000; at += 20) {
      Workbench.write(file, at, Arrays.copyOfRange(content, at, at + 20));
    }
    Workbench.write(file, 70, bytes(2, 3));
    System.arraycopy(bytes(2, 3), 0, content, 70, 2);
    file.publish();
    assertThat(stored()).isEqualTo(content);
    assertThat(store.sent()).isLessThanOrEqualTo(1000 + Workbench.PART);
  }

  @Test
  void anUploadThatSomebodyAbortedIsBegunAnew() {
    byte[] content = bytes(500, 1);
    StagedFile file = create();
    for (int at = 0; at < 500; at += 20) {
      Workbench.write(file, at, Arrays.copyOfRange(content, at, at + 20));
    }
    await().untilAsserted(() -> assertThat(store.sent()).isGreaterThan(300));
    store.pending().forEach(store.uploads()::abort);
    file.publish();
    assertThat(stored()).isEqualTo(content);
    noUploadIsLeft();
  }

  @Test
  void metadataThatChangedWhileItWasUploadedAreRightInTheEnd() {
    StagedFile file = create();
    for (int at = 0; at < 500; at += 20) {
      Workbench.write(file, at, bytes(20, at));
    }
    await().untilAsserted(() -> assertThat(store.sent()).isPositive());
    Instant time = Workbench.NOW.plusSeconds(100);
    file.describe(Map.of("mode", "1"), time);
    bench.crash();
    bench.file().publish();
    assertThat(PublishToken.unmarked(store.head(KEY).metadata()))
        .isEqualTo(Map.of("mode", "1", "mtime", time.toString()));
    assertThat(store.copied()).isEqualTo(500);
    noUploadIsLeft();
  }

  @Test
  void theTimeOfAFileThatWasWrittenOnIsThatOfItsUpload() {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(200, 1), Workbench.NOW);
    await().untilAsserted(() -> assertThat(store.sent()).isPositive());
    Workbench.write(file, 200, bytes(200, 1), Workbench.NOW.plusSeconds(100));
    Instant before = file.view().modified();
    StagedView view = file.publish();
    assertThat(view.dirty()).isFalse();
    assertThat(view.modified()).isBefore(before);
    assertThat(PublishToken.unmarked(store.head(KEY).metadata())).isEqualTo(view.metadata());
    assertThat(store.copied()).isZero();
    Workbench.write(file, 0, bytes(20, 9), Workbench.NOW.plusSeconds(700));
    Instant after = file.publish().modified();
    assertThat(after).isAfterOrEqualTo(Workbench.NOW.plusSeconds(700));
  }

  @Test
  void theBackgroundPublishesUntilItCan() {
    Queue<String> told = new ConcurrentLinkedQueue<>();
    bench.staging().onPublished(file -> told.add(file.key()));
    StagedFile file = create();
    Workbench.write(file, 0, bytes(500, 1));
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    assertThatExceptionOfType(DriverException.Unavailable.class).isThrownBy(file::publish);
    bench.staging().publishLater(file);
    bench.staging().publishLater(file);
    assertThat(told).isEmpty();
    store.faults().clear();
    await().untilAsserted(() -> assertThat(told).containsExactly(KEY));
    assertThat(stored()).isEqualTo(bytes(500, 1));
    noUploadIsLeft();
  }

  @Test
  void theBackgroundGivesUpAConflictAndWhatWasWrittenIsKeptAside() throws IOException {
    List<StagedFile> met = new CopyOnWriteArrayList<>();
    bench.staging().onConflict(met::add);
    StagedFile file = over(bytes(30, 1));
    Workbench.write(file, 0, bytes(30, 2));
    StagingDirectory seen = new StagingDirectory(bench.staging().directory());
    assertThat(seen.left())
        .singleElement()
        .matches(left -> left.key().equals(KEY) && left.bytes() == 30 && !left.aside());
    store.put(KEY, bytes(40, 3));
    bench.staging().publishLater(file);
    await().untilAsserted(() -> assertThat(met).containsExactly(file));
    assertThat(file.view().conflict()).isTrue();
    assertThat(stored()).isEqualTo(bytes(40, 3));
    file.discardAside();
    assertThat(bench.staging().files()).isEmpty();
    LeftFile kept = seen.left().getFirst();
    assertThat(seen.left()).containsExactly(kept);
    assertThat(kept.aside()).isTrue();
    assertThat(kept.key()).startsWith(URLEncoder.encode(KEY, StandardCharsets.UTF_8) + "~");
    assertThat(kept.data()).hasBinaryContent(bytes(30, 2));
  }

  /** A workload whose every write meets another one must not fill the disk. */
  @Test
  void theLatestThatMetNewerObjectsAreKept(@TempDir Path elsewhere) throws IOException {
    StagingDirectory directory = new StagingDirectory(elsewhere);
    Path data = Files.writeString(elsewhere.resolve("data"), "content");
    Path first = directory.keepAside("a/b", data, Instant.EPOCH);
    assertThat(first.getFileName()).hasToString("a%2Fb~19700101T000000");
    for (int i = 1; i <= StagingDirectory.MOST_ASIDE; i++) {
      directory.keepAside("../" + "x".repeat(500), data, Instant.EPOCH);
    }
    assertThat(directory.left())
        .hasSize(StagingDirectory.MOST_ASIDE)
        .allMatch(left -> left.data().startsWith(elsewhere.resolve("aside")));
  }

  @Test
  void anUnlinkedFileIsNeverPublished() {
    byte[] content = bytes(500, 1);
    StagedFile file = create();
    for (int at = 0; at < 500; at += 20) {
      Workbench.write(file, at, Arrays.copyOfRange(content, at, at + 20));
    }
    file.unlinked();
    Workbench.write(file, 500, bytes(20, 2));
    bench.crash();
    bench.file().publish();
    assertThat(bench.file().view().unlinked()).isTrue();
    assertThat(store.contents()).isEmpty();
    assertThat(Arrays.copyOf(Workbench.read(bench.file(), 0, 1000), 500)).isEqualTo(content);
    noUploadIsLeft();
  }

  @Test
  void aFileGoesWithItsObject() {
    StagedFile file = over(bytes(500, 1));
    Workbench.write(file, 0, bytes(10, 2));
    CopyResult moved = store.copy(CopySource.of("memory", KEY), "new", CopyOptions.DEFAULT);
    store.delete(KEY, Condition.always());
    file.moved("new", Optional.of(moved.revision()));
    assertThat(Workbench.read(file, 490, 10))
        .isEqualTo(Arrays.copyOfRange(bytes(500, 1), 490, 500));
    file.publish();
    assertThat(store.contents()).containsOnlyKeys("new");
    assertThat(Arrays.copyOf(store.contents().get("new"), 10)).isEqualTo(bytes(10, 2));
  }

  @Test
  void aFileOutlivesItsObjectOnceItIsLocal() {
    StagedFile file = over(bytes(500, 1));
    assertThatExceptionOfType(WriteException.class)
        .isThrownBy(() -> file.moved("new", Optional.empty()))
        .extracting(WriteException::errno)
        .isEqualTo(Errno.EINVAL);
    file.localise();
    store.delete(KEY, Condition.always());
    file.moved("new", Optional.empty());
    bench.crash();
    assertThat(Workbench.read(bench.file(), 0, 500)).isEqualTo(bytes(500, 1));
    bench.file().publish();
    assertThat(store.contents().get("new")).isEqualTo(bytes(500, 1));
  }

  /** A journal may not say what the object has. */
  @Test
  void propertiesThatTheJournalLacksAreReadBeforeTheObjectIsReplaced() {
    ObjectProperties all =
        ObjectProperties.NONE.withType("text/x-test").withTags(Map.of("class", "secret"));
    for (int size : new int[] {10, 3 * (int) Workbench.PART}) {
      ObjectInfo info =
          store.put(
              KEY,
              Content.of(bytes(size, 1)),
              PutOptions.DEFAULT.withMetadata(METADATA).withProperties(all));
      StagedFile file =
          bench
              .staging()
              .over(
                  Workbench.ID,
                  new BaseObject(KEY, info.revision(), size, info.lastModified(), METADATA),
                  Optional.empty());
      Workbench.write(file, 0, bytes(size, 2));
      bench.crash();
      file = bench.file();
      file.publish();

      assertThat(store.properties(KEY, store.head(KEY).properties())).isEqualTo(all);
      file.describe(Map.of("mode", "1"), Workbench.NOW);
      file.publish();
      assertThat(store.properties(KEY, store.head(KEY).properties())).isEqualTo(all);
      file.discard();
    }
  }

  @Test
  void aStagingDirectoryOfANewerVersionIsLeftAsItIs(@TempDir Path elsewhere) throws IOException {
    Path staging = Files.createDirectory(elsewhere.resolve("life0"));
    Path data = Files.writeString(staging.resolve("1.data"), "written");
    Path journal = staging.resolve("1.log");
    RecordLog.create(journal, new RecordFormat<>("windlass journal", 2, Event.parser()), List.of())
        .close();
    refuses(elsewhere, journal);
    Files.delete(journal);
    Path note = staging.resolve("1.note");
    RecordLog.create(note, new RecordFormat<>("windlass upload", 2, UploadNote.parser()), List.of())
        .close();
    refuses(elsewhere, note);
    assertThat(data).exists();
  }

  @Test
  void aNoteOfAnUploadThatCannotBeReadNowStays(@TempDir Path elsewhere) throws IOException {
    Path staging = Files.createDirectory(elsewhere.resolve("life0"));
    Path note = Files.createDirectory(staging.resolve("1.note")); // opening it fails
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> Workbench.over(store, elsewhere, engine))
        .withMessageContaining(note.toString());
    assertThat(note).exists();
  }

  @Test
  void aFileWhoseUploadCannotBeGivenUpIsNotDiscarded() throws IOException {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(3 * (int) Workbench.PART, 1));
    await().until(() -> !store.uploads().of(KEY).isEmpty());
    Path there = bench.directory();
    Path away = Files.move(there, there.resolveSibling("away")); // no note can be written
    assertThatExceptionOfType(WriteException.class).isThrownBy(file::discard);
    Files.move(away, there);
    // Nothing is sent meanwhile.
    assertThat(bench.staging().transfers().takeAll(Patience.LONG)).isTrue();
    file.discard();
    assertThat(bench.onDisk()).noneMatch(name -> name.startsWith(Workbench.ID.fileName()));
    await().until(() -> store.uploads().of(KEY).isEmpty());
  }

  @Test
  void aFileWhoseJournalCannotBeDeletedIsStillThere() throws IOException {
    StagedFile file = create();
    Workbench.write(file, 0, bytes(10, 1));
    Path journal = bench.directory().resolve(Workbench.ID.fileName() + ".log");
    Path kept = Files.move(journal, bench.directory().resolve("kept"));
    Path inTheWay = Files.createDirectories(journal.resolve("in-the-way"));
    assertThatExceptionOfType(WriteException.class).isThrownBy(file::discard);
    assertThat(bench.file()).isSameAs(file);
    assertThat(bench.staging().usedBytes()).isEqualTo(10);
    Files.delete(inTheWay);
    Files.move(kept, journal, StandardCopyOption.REPLACE_EXISTING);
    file.discard();
    assertThat(bench.staging().files()).isEmpty();
    assertThat(bench.staging().usedBytes()).isZero();
    assertThat(bench.onDisk()).isEmpty();
  }

  @Test
  void aFileThatCannotBeStagedLeavesNothing() throws IOException {
    String name = Workbench.ID.fileName();
    Path inTheWay =
        bench.directory().resolve(name + ".log" + RecordLog.DRAFT).resolve("in-the-way");
    Files.createDirectories(inTheWay); // the journal cannot be made
    assertThatExceptionOfType(WriteException.class).isThrownBy(this::create);
    Path data = bench.directory().resolve(name + ".data");
    assertThat(openFiles()).doesNotContain(data.toString(), data + " (deleted)");
    assertThat(data).doesNotExist();
    Files.delete(inTheWay);
    create().discard();
  }

  /** Returns the paths of the files that this process has open. */
  private static List<String> openFiles() throws IOException {
    List<String> open = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        try {
          open.add(Files.readSymbolicLink(each).toString());
        } catch (NoSuchFileException e) {
          // Closed meanwhile.
        }
      }
    }
    return open;
  }

  private void refuses(Path root, Path file) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> Workbench.over(store, root, engine))
        .withMessageContaining(file.toString())
        .withMessageContaining("newer version of Windlass");
    assertThat(file).hasBinaryContent(before);
  }
}
