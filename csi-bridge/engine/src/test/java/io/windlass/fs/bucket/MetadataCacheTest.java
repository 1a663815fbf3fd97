package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.ReadingVolumes.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is believed of files and directories, and for how long. */
class MetadataCacheTest {
  private final ReadingVolumes nodes;
  private final FaultyStore store;

  MetadataCacheTest(@TempDir Path directory) {
    this.nodes = new ReadingVolumes(directory);
    this.store = nodes.store();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void whatIsKnownIsNotAskedAgainUntilItIsTooOld() {
    Volume volume = nodes.open(OPTIONS);
    nodes.put("folder/file", 10);
    volume.walk(List.of("folder", "file"));
    store.resetCounts();
    volume.pass(Duration.ofSeconds(50));
    Node node = volume.walk(List.of("folder", "file")).orElseThrow();
    volume.fs().open(node.id(), 0, volume.request()).await();
    assertThat(store.heads() + store.lists()).isZero();
    assertThat(node.valid()).isEqualTo(Duration.ofSeconds(10));
    volume.pass(Duration.ofSeconds(11));
    assertThat(volume.walk(List.of("folder", "file")).orElseThrow().id()).isEqualTo(node.id());
    assertThat(store.heads()).isEqualTo(2);
  }

  @Test
  void thatNothingIsThereIsBelievedForAShorterTime() {
    Volume volume = nodes.open(OPTIONS);
    assertThat(volume.lookup(FileSystem.ROOT, "file")).isEmpty();
    nodes.put("file", 10);
    volume.pass(Duration.ofSeconds(4));
    assertThat(volume.fs().lookup(FileSystem.ROOT, "file").await())
        .isEqualTo(new Lookup.Absent(Duration.ofSeconds(1)));
    volume.pass(Duration.ofSeconds(2));
    assertThat(volume.lookup(FileSystem.ROOT, "file")).isPresent();
  }

  @Test
  void whatWasListedIsKnown() {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 2500; i++) {
      nodes.put("folder/file" + i, i);
    }
    Node folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow();
    assertThat(volume.list(folder.id(), false, 100, 0)).hasSize(2502);
    store.resetCounts();
    for (int i = 0; i < 2500; i++) {
      Node file = volume.lookup(folder.id(), "file" + i).orElseThrow();
      assertThat(file.attributes().size()).isEqualTo(i);
    }
    assertThat(store.heads() + store.lists()).isZero();
  }

  @Test
  void manyLookupsInOneDirectoryTakeFewRequests() {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 10_000; i++) {
      nodes.put("large/file%05d".formatted(i), i);
      if (i < 500) {
        nodes.put("small/file%05d/x".formatted(i), 1);
      }
    }
    long large = volume.lookup(FileSystem.ROOT, "large").orElseThrow().id();
    long small = volume.lookup(FileSystem.ROOT, "small").orElseThrow().id();
    Random random = new Random(1);
    store.resetCounts();
    for (int i = 0; i < 10_000; i++) {
      int number = random.nextInt(10_500);
      Optional<Node> node = volume.lookup(large, "file%05d".formatted(number));
      assertThat(node.map(found -> found.attributes().size()).orElse(-1L))
          .isEqualTo(number < 10_000 ? number : -1L);
    }
    assertThat(store.heads() + store.lists()).isLessThan(700);
    store.resetCounts();
    for (int i = 0; i < 1000; i++) {
      int number = random.nextInt(1000);
      assertThat(volume.lookup(small, "file%05d".formatted(number)).isPresent())
          .isEqualTo(number < 500);
    }
    assertThat(store.heads() + store.lists()).isLessThan(40);
  }

  /** Servers may answer such pages. */
  @Test
  void anEmptyPageThatAnotherFollowsDoesNotSayThatANameIsAbsent() {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 2500; i++) {
      nodes.put("large/file%04d".formatted(i), 1);
    }
    long large = volume.lookup(FileSystem.ROOT, "large").orElseThrow().id();
    for (String absent : List.of("asked alone", "lists the directory")) {
      assertThat(volume.lookup(large, absent)).isEmpty();
    }
    store.resetCounts();
    store.faults().emptyNextPage();
    assertThat(volume.lookup(large, "file2400")).isPresent();
    assertThat(store.lists()).as("a page around the name was asked for").isPositive();
  }

  @Test
  void aTreeThatIsWalkedIsListedOnceWhileItIsBelieved() {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 400; i++) {
      nodes.put("d%02d/sub/f%d".formatted(i % 40, i), i);
    }
    for (int round = 0; round < 2; round++) {
      List<DirectoryItem> top = volume.list(FileSystem.ROOT, true, 100, 0);
      assertThat(top).hasSize(42);
      for (DirectoryItem directory : top.subList(2, 42)) {
        long id = directory.node().orElseThrow().id();
        List<DirectoryItem> inside = volume.list(id, true, 100, 0);
        assertThat(inside).hasSize(3);
        long sub = inside.getLast().node().orElseThrow().id();
        assertThat(volume.list(sub, false, 100, 0)).hasSize(12);
      }
      // The root, the first two directories with theirs, and all others in one.
      assertThat(store.lists()).isEqualTo(6);
    }
    nodes.put("d07/sub/new", 1);
    volume.pass(Duration.ofSeconds(6));
    assertThat(volume.walk(List.of("d07", "sub", "new"))).as("asked for by name").isPresent();
    long sub = volume.walk(List.of("d07", "sub")).orElseThrow().id();
    assertThat(volume.list(sub, false, 100, 0)).as("listed anew since then").hasSize(13);
    volume.pass(Duration.ofSeconds(61));
    store.delete("d08/sub/f8", Condition.always());
    long other = volume.walk(List.of("d08", "sub")).orElseThrow().id();
    assertThat(volume.list(other, false, 100, 0)).hasSize(11);
  }

  /** As a busy server may, whose listing of its disk fails in the middle. */
  @Test
  void whatWasThereIsNotGoneBecauseAListingWasCutOff() {
    Volume volume = nodes.open(OPTIONS);
    List<String> directories = List.of("log", "small", "stream");
    directories.forEach(directory -> nodes.put(directory + "/file", 10));
    for (String directory : directories) {
      assertThat(volume.lookup(FileSystem.ROOT, directory)).isPresent();
    }
    volume.restart();
    assertThat(volume.lookup(FileSystem.ROOT, "log")).isPresent();
    store.faults().cutNextListing(1);
    assertThat(volume.lookup(FileSystem.ROOT, "stream")).isPresent();
    assertThat(volume.lookup(FileSystem.ROOT, "small")).isPresent();
    store.delete("small/file", Condition.always());
    volume.pass(Duration.ofSeconds(61));
    assertThat(volume.lookup(FileSystem.ROOT, "small")).as("really gone").isEmpty();
  }

  @Test
  void aReplacedFileIsAnotherNodeAndItsOldOneIsStale() {
    Volume volume = nodes.open(OPTIONS);
    nodes.put("file", 10);
    Node old = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    long handle = volume.fs().open(old.id(), 0, volume.request()).await().handle();
    nodes.put("file", 20);
    volume.pass(Duration.ofSeconds(61));
    fails(Errno.ESTALE, () -> volume.fs().open(old.id(), 0, volume.request()).await());
    fails(Errno.ESTALE, () -> volume.read(handle, 0, 10));
    assertThat(volume.fs().getattr(old.id(), OptionalLong.of(handle)).await().attributes().size())
        .isEqualTo(10);
    Node fresh = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    assertThat(fresh.id()).isNotEqualTo(old.id());
    assertThat(fresh.attributes().ino()).isEqualTo(old.attributes().ino());
    store.delete("file", Condition.always());
    volume.pass(Duration.ofSeconds(61));
    fails(Errno.ENOENT, () -> volume.fs().open(fresh.id(), 0, volume.request()).await());
  }

  /** What the reader finds out, the next open knows, however fresh the cache is. */
  @Test
  void aReadThatFindsTheFileReplacedEndsTheBeliefInIt() {
    Volume volume = nodes.open(OPTIONS);
    nodes.put("file", 10);
    Node old = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    long handle = volume.fs().open(old.id(), 0, volume.request()).await().handle();
    nodes.put("file", 20);
    fails(Errno.ESTALE, () -> volume.read(handle, 0, 10));
    Node fresh = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    assertThat(fresh.attributes().size()).isEqualTo(20);
  }
}
