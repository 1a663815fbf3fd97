package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.ReadingVolumes.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Answer;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.testing.BothForms;
import io.windlass.testing.Programs;
import io.windlass.testing.TestForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that are listed: all of them, once, whatever happens meanwhile. */
class ListingTest {
  private final ReadingVolumes nodes;
  private final FaultyStore store;
  private final Path directory;

  ListingTest(@TempDir Path directory) {
    this.nodes = new ReadingVolumes(directory);
    this.directory = directory;
    this.store = nodes.store();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  /** The C library takes ENOENT for the end of a directory; many programs, any error. */
  @Test
  void aDirectoryThatCannotBeListedCannotBeOpened() {
    Volume volume = nodes.open(OPTIONS.withTtl(Duration.ZERO, Duration.ZERO));
    nodes.put("folder/file", 10);
    long folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow().id();
    long handle = volume.fs().opendir(folder, volume.request()).await();
    store.faults().bucketIsGone(true);
    volume.pass(Duration.ofSeconds(2));
    fails(Errno.EIO, () -> volume.fs().opendir(folder, volume.request()).await());
    fails(Errno.EIO, () -> volume.fs().readdir(handle, 0, false, _ -> true).await());
    fails(Errno.EIO, () -> volume.fs().lookup(folder, "file").await());
    fails(Errno.EIO, () -> volume.fs().lookup(FileSystem.ROOT, "none").await());
    // Not one request alone: it may be one that a lookup from above, which has failed, still sends.
    store.faults().refuse(Long.MAX_VALUE);
    store.faults().bucketIsGone(false);
    fails(Errno.EIO, () -> volume.fs().opendir(folder, volume.request()).await());
    store.faults().refuse(0);
    assertThat(names(volume.list(folder, false, 100, 0))).containsExactly(".", "..", "file");
  }

  @Test
  void toOpenADirectoryAsksForNothingThatToListItWouldNotAskFor() {
    for (Duration ttl : List.of(Duration.ZERO, Duration.ofSeconds(60))) {
      Volume volume = nodes.open(OPTIONS.withTtl(ttl, Duration.ZERO));
      nodes.put("folder/file", 10);
      long folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow().id();
      store.resetCounts();
      long handle = volume.fs().opendir(folder, volume.request()).await();
      assertThat(store.lists()).isEqualTo(1);
      volume.fs().readdir(handle, 0, false, _ -> true).await();
      assertThat(store.lists()).as("with %s", ttl).isEqualTo(1);
      if (ttl.isPositive()) {
        assertThat(volume.fs().opendir(folder, volume.request())).isInstanceOf(Answer.Now.class);
        assertThat(store.lists()).isEqualTo(1);
      }
    }
  }

  @Test
  void whatWasAskedForTooEarlyAndFailedIsAskedAgain() {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 20; i++) {
      nodes.put("d%02d/file".formatted(i), i);
    }
    List<DirectoryItem> top = volume.list(FileSystem.ROOT, true, 100, 0);
    for (DirectoryItem directory : top.subList(2, 22)) {
      long id = directory.node().orElseThrow().id();
      if (directory.name().equals("d01")) {
        long handle = volume.fs().opendir(id, volume.request()).await();
        store.resetCounts();
        // The tree that seems to be walked cannot be listed.
        store.faults().refuse(1);
        volume.fs().readdir(handle, 0, false, _ -> true).await();
        volume.fs().releasedir(handle);
        await().untilAsserted(() -> assertThat(store.lists()).isEqualTo(1));
        continue;
      }
      if (directory.name().equals("d09")) {
        // The next one that is listed ahead of its time fails.
        store.faults().refuse(1);
      }
      assertThat(volume.list(id, true, 100, 0)).hasSize(3);
    }
  }

  /** The heap has some 15 MiB to spare: not even a hundred bytes of each object may stay in it. */
  @Test
  @BothForms
  void aMillionObjectsAreListedInLittleMemory() throws Exception {
    int objects = TestForm.amount("windlass.listed", 200_000, 1_000_000);
    Path output = directory.resolve("output");
    Process process =
        Programs.process(
                "java",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MillionLister.class.getName(),
                directory.resolve("million").toString(),
                Integer.toString(objects))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(output)).endsWith("found %d\n".formatted(objects));
  }

  /** Also behind a marker with content, a file beside its directory, and a name of 1024 bytes. */
  @Test
  void aListingGoesOnInAnotherProcessBehindEveryLine() {
    Volume volume = nodes.open(OPTIONS);
    for (String key : List.of("d/", "d/!b", "d/a", "d/a-1", "d/a/b", "d//x", "d/c")) {
      nodes.put(key, 7);
    }
    nodes.put("y".repeat(1024), 7);
    long directory = volume.lookup(FileSystem.ROOT, "d").orElseThrow().id();
    List<String> whole = names(volume.list(directory, false, 100, 0));
    assertThat(whole)
        .containsExactly(".", "..", "!b", "%~empty", "%~empty%~file", "a-1", "a", "a%~file", "c");
    for (int atOnce = 1; atOnce < 10; atOnce++) {
      for (int restart = 1; restart < 10; restart++) {
        assertThat(names(volume.list(directory, false, atOnce, restart)))
            .as("%d at once, another process behind %d", atOnce, restart)
            .isEqualTo(whole);
        assertThat(names(volume.list(FileSystem.ROOT, false, atOnce, restart))).hasSize(4);
      }
    }
    List<String> path = FileNames.pieces("y".repeat(1024));
    assertThat(path).hasSize(5);
    long deepest = volume.walk(path.subList(0, 4)).orElseThrow().id();
    for (int restart = 1; restart < 4; restart++) {
      assertThat(names(volume.list(deepest, false, 1, restart)))
          .containsExactly(".", "..", path.getLast());
    }
  }

  private static List<String> names(List<DirectoryItem> items) {
    return items.stream().map(DirectoryItem::name).toList();
  }

  /** Files come and go while a directory is listed, and the process is replaced every time. */
  @Test
  @BothForms
  void whatStaysIsListedOnceWhateverHappensBeside() {
    int seeds = TestForm.amount("windlass.seeds", 40, 200);
    for (int seed : TestForm.seeds(seeds)) {
      Random random = new Random(seed);
      Volume volume = nodes.open(OPTIONS.withPrefix("seed" + seed));
      Set<String> staying = new HashSet<>(List.of(".", ".."));
      for (int i = 0; i < 100; i++) {
        staying.add("a" + "-".repeat(random.nextInt(3)) + i);
      }
      staying.stream()
          .filter(name -> !name.startsWith("."))
          .forEach(name -> nodes.put("seed%d/%s".formatted(seed, name), 1));
      long handle = volume.fs().opendir(FileSystem.ROOT, volume.request()).await();
      List<String> seen = new ArrayList<>();
      long offset = 0;
      int before;
      do {
        before = seen.size();
        List<DirectoryItem> some = new ArrayList<>();
        int most = 1 + random.nextInt(20);
        volume
            .fs()
            .readdir(handle, offset, false, item -> some.size() < most && some.add(item))
            .await();
        // The reader may have taken fewer than it was given, and goes on from there.
        int taken = some.isEmpty() ? 0 : 1 + random.nextInt(some.size());
        for (DirectoryItem item : some.subList(0, taken)) {
          seen.add(item.name());
          offset = item.next();
        }
        if (random.nextInt(3) == 0) {
          volume.restart();
        }
        if (random.nextBoolean()) {
          // Something that begins like nothing that stays comes or goes.
          String other = "seed%d/b%d".formatted(seed, random.nextInt(5));
          if (random.nextBoolean()) {
            nodes.put(other, 1);
          } else {
            store.delete(other, Condition.always());
          }
        }
      } while (seen.size() > before);
      seen.removeIf(name -> name.startsWith("b"));
      assertThat(seen).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(staying);
      volume.fs().releasedir(handle);
    }
  }

  @Test
  void aListingThatFailsGoesOnWhereItWas() {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 10_000; i++) {
      nodes.put("file%04d".formatted(i), 1);
    }
    long handle = volume.fs().opendir(FileSystem.ROOT, volume.request()).await();
    List<String> seen = new ArrayList<>();
    long[] offset = {0};
    int failures = 0;
    boolean more = true;
    Random random = new Random(1);
    while (more) {
      int before = seen.size();
      // A page that was asked for ahead and failed is asked for once more: both have to fail.
      store.faults().refuse(random.nextInt(3) > 0 ? 1 : 0);
      try {
        int[] some = {0};
        volume
            .fs()
            .readdir(
                handle,
                offset[0],
                false,
                item -> {
                  if (some[0]++ == 150) {
                    return false;
                  }
                  seen.add(item.name());
                  offset[0] = item.next();
                  return true;
                })
            .await();
        more = seen.size() > before;
      } catch (FsException e) {
        assertThat(e.errno()).isEqualTo(Errno.EIO);
        failures++;
        // An answer that failed was not given.
        assertThat(seen.size()).isLessThanOrEqualTo(before + 2);
        while (seen.size() > before) {
          seen.removeLast();
        }
        offset[0] = before == 0 ? 0 : offset[0];
      }
    }
    store.faults().refuse(0);
    assertThat(failures).isPositive();
    assertThat(seen).hasSize(10_002).doesNotHaveDuplicates();
  }
}
