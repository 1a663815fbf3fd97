package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Bounds;
import io.windlass.fs.Caller;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Space;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.file.Usage;
import io.windlass.fs.inode.MappedFile;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Content;
import io.windlass.store.PutOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A volume knows what it holds, and holds no more than it may. */
class UsageTest {
  private static final Caller CALLER = new Caller(0, 0);
  private static final VolumeOptions OPTIONS =
      VolumeOptions.DEFAULT.withPrefix("team").withObjectMetadata(true);

  private static final int NEW = 0102;
  private static final int BLOCK = 4096;
  private static final long MIN_PART = 16;

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  private final List<Volume> opened = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void close() {
    opened.forEach(Volume::close);
    engine.close();
  }

  private void open(Bounds bounds) {
    opened.add(
        new Volume(
            store,
            OPTIONS.withBounds(bounds),
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine,
            MIN_PART));
  }

  private Volume volume() {
    return opened.getLast();
  }

  private void put(String key, int size) {
    store.put(key, Content.of(new byte[size]), PutOptions.DEFAULT);
  }

  private Created create(String name) {
    volume().lookup(FileSystem.ROOT, name);
    Created made =
        volume()
            .fs()
            .create(FileSystem.ROOT, name, NEW, 0100644, CALLER, volume().request())
            .await();
    volume().counted(made.node());
    return made;
  }

  private void write(Created file, long offset, int size) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(size);
      volume().fs().write(file.file().handle(), offset, data).await();
    }
  }

  private void copy(Created from, Created to) {
    copy(from, to, 0);
  }

  private void copy(Created from, Created to, long at) {
    long length = Long.MAX_VALUE;
    long copied =
        volume().fs().copy(from.file().handle(), 0, to.file().handle(), at, length).await();
    assertThat(copied).isEqualTo(400);
  }

  private void close(Created file) {
    volume().fs().publish(file.file().handle()).await();
    volume().fs().release(file.file().handle()).await();
  }

  private static void refused(ThrowingCallable deed) {
    FsException refused = catchThrowableOfType(FsException.class, deed);
    assertThat(refused).isNotNull();
    assertThat(refused.errno()).isEqualTo(Errno.EDQUOT);
  }

  private void holds(long bytes, long objects) {
    assertThat(volume().holds()).contains(new Growth(bytes, objects));
  }

  /** As clients of stores do when their own time limit ends at that moment. */
  @Test
  @Timeout(600)
  void aCounterWhoseInterruptIsLostEndsAnyway() throws InterruptedException {
    try (MappedFile file = MappedFile.open(directory.resolve("usage"))) {
      file.grow();
      CountDownLatch listing = new CountDownLatch(1);
      Usage usage = new Usage(store, OPTIONS.withBounds(new Bounds(true, 0, 0)), file);
      store
          .faults()
          .behindNextPage(() -> {
            listing.countDown();
            while (!Thread.interrupted()) {
              Thread.onSpinWait();
            }
          });
      usage.start();
      listing.await();
      usage.close();
      assertThat(usage.total()).as("what was listed while it was closed").isEmpty();
    }
  }

  @Test
  void whatWasThereBeforeIsCounted() {
    put("team/a", 100);
    put("team/b/c", 23);
    put("other", 5);
    open(new Bounds(true, 0, 0));
    await().untilAsserted(() -> holds(123, 2));
  }

  @Test
  void whatIsWrittenWhileItIsCountedCountsOnce() {
    put("team/a", 100);
    put("team/c", 20);
    try (MappedFile file = MappedFile.open(directory.resolve("usage"))) {
      file.grow();
      try (Usage usage = new Usage(store, OPTIONS.withBounds(new Bounds(true, 0, 0)), file)) {
        store
            .faults()
            .behindNextPage(() -> {
              put("team/b", 3);
              usage.bucketChanged("team/b", new Growth(3, 1));
            });
        usage.start();
        await().untilAsserted(() -> assertThat(usage.total()).contains(new Growth(123, 3)));
      }
    }
  }

  @Test
  void anUncountedVolumeDoesNotSay() {
    put("team/a", 100);
    open(Bounds.NONE);
    close(create("b"));
    assertThat(volume().holds()).isEmpty();
  }

  @Test
  void noByteMoreThanItMayHold() {
    put("team/a", 600);
    open(new Bounds(true, 1000, 0));
    Created file = create("b");
    write(file, 0, 400);
    refused(() -> write(file, 400, 1));
    refused(() -> write(file, 5000, 1));
    write(file, 100, 300);
    close(file);
    holds(1000, 2);
    assertThat(store.contents().get("team/b")).hasSize(400);
  }

  @Test
  void whatTheServerCopiesCounts() {
    put("team/a", 400);
    put("team/b", 100);
    open(new Bounds(true, 1000, 0));
    Created source = create("a");
    Created copied = create("c");
    copy(source, copied);
    holds(900, 3);
    Created other = create("d");
    refused(() -> copy(source, other));
    volume().fs().unlink(FileSystem.ROOT, "c", volume().request()).await();
    holds(500, 3);
    copy(source, other);
    close(other);
    holds(900, 3);
    assertThat(store.contents().get("team/d")).hasSize(400);
  }

  @Test
  void whatTheServerCopiesIntoAFileCounts() {
    put("team/a", 400);
    put("team/b", 100);
    open(new Bounds(true, 1000, 0));
    Created source = create("a");
    Created grown = create("b");
    copy(source, grown, 50);
    holds(850, 2);
    copy(source, grown, 20);
    holds(850, 2);
    refused(() -> copy(source, grown, 201));
    copy(source, grown, 200);
    close(grown);
    holds(1000, 2);
    assertThat(store.contents().get("team/b")).hasSize(600);
  }

  @Test
  void aHoleCountsAsWhatItWillBeInTheBucket() {
    open(new Bounds(true, 1000, 0));
    Created file = create("b");
    long handle = file.file().handle();
    refused(() -> volume().fs().fallocate(handle, 0, 1001, 0).await());
    volume().fs().fallocate(handle, 0, 1000, 0).await();
    holds(1000, 1);
    close(file);
  }

  @Test
  void whatIsRemovedMakesRoom() {
    put("team/a", 1000);
    open(new Bounds(true, 1000, 0));
    Created file = create("b");
    refused(() -> write(file, 0, 10));
    volume().lookup(FileSystem.ROOT, "a");
    volume().fs().unlink(FileSystem.ROOT, "a", volume().request()).await();
    write(file, 0, 10);
    close(file);
    holds(10, 1);
  }

  @Test
  void whatWasNotPublishedIsGivenBack() {
    open(new Bounds(true, 1000, 0));
    Created file = create("b");
    write(file, 0, 1000);
    volume().fs().unlink(FileSystem.ROOT, "b", volume().request()).await();
    holds(0, 0);
    volume().fs().release(file.file().handle()).await();
    holds(0, 0);
  }

  @Test
  void noObjectMoreThanItMayHold() {
    put("team/a", 1);
    open(new Bounds(true, 0, 2));
    volume().fs().mkdir(FileSystem.ROOT, "d", 0755, CALLER, volume().request()).await();
    refused(() -> create("b"));
    refused(
        () -> volume().fs().mkdir(FileSystem.ROOT, "e", 0755, CALLER, volume().request()).await());
    refused(
        () -> volume().fs().symlink(FileSystem.ROOT, "s", "a", CALLER, volume().request()).await());
    volume().lookup(FileSystem.ROOT, "d");
    volume().fs().rmdir(FileSystem.ROOT, "d", volume().request()).await();
    close(create("b"));
    holds(1, 2);
  }

  @Test
  void theTargetOfASymbolicLinkCountsInBytes() {
    open(new Bounds(true, 10, 0));
    refused(() ->
        volume()
            .fs()
            .symlink(FileSystem.ROOT, "s", "ä".repeat(6), CALLER, volume().request())
            .await());
    volume().fs().symlink(FileSystem.ROOT, "s", "ä".repeat(5), CALLER, volume().request()).await();
    holds(10, 1);
  }

  @Test
  void theNextProcessKnowsAtOnce() {
    put("team/a", 100);
    open(new Bounds(true, 1000, 0));
    Created file = create("b");
    write(file, 0, 400);
    volume().restart();
    holds(500, 2);
    refused(() -> write(file, 0, 901));
    close(file);
    holds(500, 2);
  }

  @Test
  void aBoundCanBeRaised() {
    open(new Bounds(true, 10, 0));
    Created file = create("b");
    refused(() -> write(file, 0, 11));
    volume().bound(new Bounds(true, 11, 0));
    write(file, 0, 11);
    close(file);
  }

  @Test
  void statfsSaysWhatIsLeft() {
    put("team/a", 3 * BLOCK);
    open(new Bounds(true, 10 * BLOCK, 5));
    await()
        .untilAsserted(() -> {
          Space space = volume().fs().statfs().await();
          assertThat(space).isEqualTo(new Space(BLOCK, 10, 7, 5, 4, FileNames.LONGEST));
        });
  }
}
