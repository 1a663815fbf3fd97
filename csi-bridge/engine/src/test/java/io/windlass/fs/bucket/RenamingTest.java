package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.ByteRange;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.store.Capabilities;
import io.windlass.store.PutOptions;
import io.windlass.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renames of a directory that fail in the middle, and what happens beside them. */
class RenamingTest {
  private static final Caller CALLER = new Caller(0, 0);
  private static final int NEW = 0102;

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  private static final Changes MODE =
      new Changes(
          OptionalInt.of(0700),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty());

  @TempDir Path directory;
  private Volume volume;

  @BeforeEach
  void open() {
    store.put("d/a", "1".getBytes(UTF_8));
    store.put("d/sub/b", "2".getBytes(UTF_8));
    volume =
        new Volume(
            store,
            VolumeOptions.DEFAULT.withObjectMetadata(true),
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine);
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

  /** After the first of its two copies. */
  private void renameFails(Errno errno, DriverException failure) {
    store.faults().nextChanges(Faults.Change.DONE);
    store
        .faults()
        .eachChange(() -> {
          throw failure;
        });
    FsException failed = catchThrowableOfType(FsException.class, () -> rename("d", "e"));
    assertThat(failed).isNotNull();
    assertThat(failed.errno()).isEqualTo(errno);
    assertThat(store.contents()).containsKeys("d/a", "d/sub/b");
  }

  @Test
  void moreThanTheServerDeletesAtOnceIsRenamed() {
    for (int i = 0; i < MemoryStore.MAX_DELETE_BATCH; i++) {
      store.put("d/file" + i, new byte[0]);
    }
    rename("d", "e");
    assertThat(store.contents()).hasSize(MemoryStore.MAX_DELETE_BATCH + 2);
    assertThat(store.contents().keySet()).allMatch(key -> key.startsWith("e/"));
  }

  @Test
  void noOtherCopyIsBegunOnceOneHasFailed() {
    for (int i = 0; i < 200; i++) {
      store.put("d/file" + i, new byte[0]);
    }
    AtomicInteger begun = new AtomicInteger();
    store
        .faults()
        .eachChange(() -> {
          begun.incrementAndGet();
          return Faults.Change.REFUSED;
        });
    FsException failed = catchThrowableOfType(FsException.class, () -> rename("d", "e"));
    assertThat(begun.get()).isLessThan(100);
    assertThat(failed.errno()).isEqualTo(Errno.EIO);
  }

  /** The listing knew all that a copy needs. */
  @Test
  void theObjectsOfADirectoryAreNotAskedForAgain() {
    for (int i = 0; i < 100; i++) {
      store.put("d/file" + i, new byte[i]);
    }
    store.resetCounts();
    rename("d", "e");
    assertThat(store.contents()).hasSize(102);
    assertThat(store.heads()).isLessThan(10);
  }

  /** An object that is too large for one copy is copied in parts, through this process. */
  @Test
  void aLargeFileIsRenamedOnAServerThatCopiesNoParts() {
    Capabilities most = Volume.capabilities(1);
    store.copyNoRanges();
    Capabilities few =
        new Capabilities(most.features(), 63, 256, 10, 5L << 40, 4, 5L << 30, 10_000);
    byte[] large = "twenty-five bytes of text".getBytes(UTF_8);
    store.put("large", Content.of(large), PutOptions.DEFAULT.withMetadata(Map.of("uid", "7")));
    volume.close();
    volume =
        new Volume(
            store,
            VolumeOptions.DEFAULT,
            directory.resolve("few"),
            Optional.of(directory.resolve("few staging")),
            engine,
            few);
    store.resetCounts();
    rename("large", "moved");
    assertThat(store.contents().get("moved")).isEqualTo(large);
    assertThat(store.head("moved").metadata()).containsEntry("uid", "7");
    assertThat(store.contents()).doesNotContainKey("large");
    assertThat(store.copied()).isZero();
    assertThat(store.gets())
        .containsExactly(new ByteRange(0, 10), new ByteRange(10, 10), new ByteRange(20, 5));
    assertThat(store.pending()).isEmpty();
  }

  @Test
  void aDirectoryIsRenamedThatAListingDidNotShowAsItWasCutOff() {
    store.put("c", new byte[1]);
    assertThat(volume.lookup(FileSystem.ROOT, "d")).isPresent();
    volume.restart();
    for (int i = 0; i < 8; i++) {
      assertThat(volume.lookup(FileSystem.ROOT, "none" + i)).isEmpty();
    }
    store.faults().cutNextListing(1);
    assertThat(volume.lookup(FileSystem.ROOT, "none8")).isEmpty();
    rename("d", "e");
    assertThat(store.contents()).containsOnlyKeys("c", "e/a", "e/sub/b");
  }

  private void isFinished(String... keys) {
    await()
        .untilAsserted(() -> {
          assertThat(store.contents()).containsOnlyKeys(keys);
          assertThat(new RenameIntentLog(directory.resolve("staging/renames")).unfinished())
              .isEmpty();
        });
  }

  @Test
  void oneThatGotNoAnswerIsFinishedInTheBackground() {
    renameFails(Errno.EIO, new DriverException.Unavailable("refused by the test", null));
    store.faults().clear();
    isFinished("e/a", "e/sub/b");
  }

  @Test
  void oneThatIsHalfDoneIsFinishedBeforeItsNamesAreChangedAgain() {
    renameFails(Errno.EIO, new DriverException.Unavailable("refused by the test", null));
    store.faults().clear();
    rename("e", "d");
    isFinished("d/a", "d/sub/b");
    volume.restart();
    assertThat(volume.walk(List.of("d", "a"))).isPresent();
    isFinished("d/a", "d/sub/b");
  }

  @Test
  void whatIsHalfRenamedIsNotChangedWhileThatCannotBeFinished() {
    renameFails(Errno.EIO, new DriverException.Unavailable("refused by the test", null));
    long half = volume.lookup(FileSystem.ROOT, "d").orElseThrow().id();
    FsException failed =
        catchThrowableOfType(
            FsException.class,
            () -> volume.fs().create(half, "new", NEW, 0100644, CALLER, volume.request()).await());
    assertThat(failed.errno()).isEqualTo(Errno.EIO);
  }

  @Test
  void oneThatIsNotPermittedStaysHalfDoneForGood() {
    renameFails(Errno.EACCES, new DriverException.PermissionDenied("denied by the test", null));
    assertThat(new RenameIntentLog(directory.resolve("staging/renames")).unfinished()).isEmpty();
    store.faults().clear();
    volume.fs().mkdir(FileSystem.ROOT, "x", 0755, CALLER, volume.request()).await();
    volume.restart();
    assertThat(store.contents()).containsKeys("d/a", "d/sub/b", "x/");
  }

  @Test
  void whatOthersRemoveOrChangeMeanwhileIsRemovedOrChanged() {
    store.put("d/c", "3".getBytes(UTF_8));
    store.faults().eachChange(this::othersChange);
    rename("d", "e");
    isFinished("e/c", "e/sub/b");
    assertThat(store.contents().get("e/c")).asString(UTF_8).isEqualTo("other");
  }

  /** After the listing, before any copy. */
  private synchronized Faults.Change othersChange() {
    if (store.contents().containsKey("d/a")) {
      store.deleteAll(List.of(new ObjectId("d/a", Optional.empty())));
      store.put("d/c", "other".getBytes(UTF_8));
    }
    return Faults.Change.DONE;
  }

  @Test
  void whatIsMadeBelowMeanwhileGoesAlong() throws InterruptedException {
    long below = volume.walk(List.of("d", "sub")).orElseThrow().id();
    meanwhile(() -> {
      Created made =
          volume.fs().create(below, "new", NEW, 0100644, CALLER, volume.request()).await();
      volume.fs().publish(made.file().handle()).await();
      volume.fs().release(made.file().handle()).await();
    });
    isFinished("e/a", "e/sub/b", "e/sub/new");
  }

  @Test
  void whatIsRemovedBelowMeanwhileIsGone() throws InterruptedException {
    long below = volume.walk(List.of("d", "sub")).orElseThrow().id();
    meanwhile(() -> volume.fs().unlink(below, "b", volume.request()).await());
    isFinished("e/a", "e/sub/");
  }

  /** Does something while a directory is being renamed: after all of it was copied. */
  private void meanwhile(Runnable deed) throws InterruptedException {
    CountDownLatch copying = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    store
        .faults()
        .eachChange(() -> {
          copying.countDown();
          awaitQuietly(goOn);
          return Faults.Change.DONE;
        });
    Thread renaming = Thread.ofPlatform().start(() -> rename("d", "e"));
    copying.await();
    store.faults().clear();
    Thread doing = Thread.ofPlatform().start(deed);
    volume.waiting().await(doing);
    goOn.countDown();
    renaming.join();
    doing.join();
  }

  @Test
  void whatIsNotBelowDoesNotWait() throws InterruptedException {
    long parent = volume.walk(List.of("d")).orElseThrow().id();
    CountDownLatch copying = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    store
        .faults()
        .eachChange(() -> {
          copying.countDown();
          awaitQuietly(goOn);
          return Faults.Change.DONE;
        });
    Thread renaming =
        Thread.ofPlatform()
            .start(() ->
                volume.fs().rename(parent, "sub", parent, "other", true, volume.request()).await());
    copying.await();
    store.faults().clear();
    Thread doing = Thread.ofPlatform().start(() -> changeBeside(parent));
    volume.waiting().await(doing);
    assertThat(volume.waiting().contains(doing)).isFalse();
    goOn.countDown();
    renaming.join();
    doing.join();
    assertThat(store.contents()).containsKeys("d/", "d/made/", "d/other/b", "moved");
  }

  private void changeBeside(long parent) {
    FileSystem fs = volume.fs();
    fs.setattr(parent, MODE).await();
    fs.mkdir(parent, "made", 0755, CALLER, volume.request()).await();
    fs.rename(parent, "a", FileSystem.ROOT, "moved", true, volume.request()).await();
    fs.lookup(FileSystem.ROOT, "moved").await();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
