package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.Errno;
import io.windlass.store.PutOptions;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume: what is believed and for how long, what is listed, what is refused. */
class VolumeTest {
  private static final VolumeOptions OPTIONS =
      VolumeOptions.DEFAULT.withTtl(Duration.ofSeconds(60), Duration.ofSeconds(5));

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(16 << 20), Optional.empty());
  private final List<Volume> volumes = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void close() {
    volumes.forEach(Volume::close);
    engine.close();
  }

  @Test
  void whatIsKnownIsNotAskedAgainUntilItIsTooOld() {
    Volume volume = volume(OPTIONS);
    put("folder/file", 10);
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
    Volume volume = volume(OPTIONS);
    assertThat(volume.lookup(FileSystem.ROOT, "file")).isEmpty();
    put("file", 10);
    volume.pass(Duration.ofSeconds(4));
    assertThat(volume.fs().lookup(FileSystem.ROOT, "file").await())
        .isEqualTo(new Lookup.Absent(Duration.ofSeconds(1)));
    volume.pass(Duration.ofSeconds(2));
    assertThat(volume.lookup(FileSystem.ROOT, "file")).isPresent();
  }

  @Test
  void whatWasListedIsKnown() {
    Volume volume = volume(OPTIONS);
    for (int i = 0; i < 2500; i++) {
      put("folder/file" + i, i);
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
    Volume volume = volume(OPTIONS);
    for (int i = 0; i < 10_000; i++) {
      put("large/file%05d".formatted(i), i);
      if (i < 500) {
        put("small/file%05d/x".formatted(i), 1);
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

  @Test
  void aTreeThatIsWalkedIsListedOnceWhileItIsBelieved() {
    Volume volume = volume(OPTIONS);
    for (int i = 0; i < 400; i++) {
      put("d%02d/sub/f%d".formatted(i % 40, i), i);
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
      assertThat(store.lists()).isEqualTo(81);
    }
    put("d07/sub/new", 1);
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
    Volume volume = volume(OPTIONS);
    List<String> directories = List.of("log", "small", "stream");
    directories.forEach(directory -> put(directory + "/file", 10));
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

  /** The C library takes ENOENT for the end of a directory; many programs, any error. */
  @Test
  void aDirectoryThatCannotBeListedCannotBeOpened() {
    Volume volume = volume(OPTIONS.withTtl(Duration.ZERO, Duration.ZERO));
    put("folder/file", 10);
    long folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow().id();
    long handle = volume.fs().opendir(folder, volume.request()).await();
    store.faults().bucketIsGone(true);
    volume.pass(Duration.ofSeconds(2));
    fails(Errno.EIO, () -> volume.fs().opendir(folder, volume.request()).await());
    fails(Errno.EIO, () -> volume.fs().readdir(handle, 0, false, _ -> true).await());
    fails(Errno.EIO, () -> volume.fs().lookup(folder, "file").await());
    fails(Errno.EIO, () -> volume.fs().lookup(FileSystem.ROOT, "none").await());
    store.faults().bucketIsGone(false);
    store.faults().refuse(1);
    fails(Errno.EIO, () -> volume.fs().opendir(folder, volume.request()).await());
    assertThat(names(volume.list(folder, false, 100, 0))).containsExactly(".", "..", "file");
  }

  @Test
  void toOpenADirectoryAsksForNothingThatToListItWouldNotAskFor() {
    for (Duration ttl : List.of(Duration.ZERO, Duration.ofSeconds(60))) {
      Volume volume = volume(OPTIONS.withTtl(ttl, Duration.ZERO));
      put("folder/file", 10);
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
    Volume volume = volume(OPTIONS);
    for (int i = 0; i < 20; i++) {
      put("d%02d/file".formatted(i), i);
    }
    List<DirectoryItem> top = volume.list(FileSystem.ROOT, true, 100, 0);
    for (DirectoryItem directory : top.subList(2, 22)) {
      long id = directory.node().orElseThrow().id();
      if (directory.name().equals("d01")) {
        store.resetCounts();
        volume.list(id, true, 100, 0);
        await().untilAsserted(() -> assertThat(store.lists()).isEqualTo(9));
        continue;
      }
      if (directory.name().equals("d09")) {
        // The next one that is listed ahead of its time fails.
        store.faults().refuse(1);
      }
      assertThat(volume.list(id, true, 100, 0)).hasSize(3);
    }
  }

  @Test
  void aReplacedFileIsAnotherNodeAndItsOldOneIsStale() {
    Volume volume = volume(OPTIONS);
    put("file", 10);
    Node old = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    long handle = volume.fs().open(old.id(), 0, volume.request()).await().handle();
    put("file", 20);
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
    Volume volume = volume(OPTIONS);
    put("file", 10);
    Node old = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    long handle = volume.fs().open(old.id(), 0, volume.request()).await().handle();
    put("file", 20);
    fails(Errno.ESTALE, () -> volume.read(handle, 0, 10));
    Node fresh = volume.lookup(FileSystem.ROOT, "file").orElseThrow();
    assertThat(fresh.attributes().size()).isEqualTo(20);
  }

  @Test
  void aMillionObjectsAreListedInLittleMemory() throws Exception {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MillionLister.class.getName(),
                directory.resolve("million").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(output)).endsWith("found 1000000\n");
  }

  /** Also behind a marker with content, a file beside its directory, and a name of 1024 bytes. */
  @Test
  void aListingGoesOnInAnotherProcessBehindEveryLine() {
    Volume volume = volume(OPTIONS);
    for (String key : List.of("d/", "d/!b", "d/a", "d/a-1", "d/a/b", "d//x", "d/c")) {
      put(key, 7);
    }
    put("y".repeat(1024), 7);
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
  void whatStaysIsListedOnceWhateverHappensBeside() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Volume volume = volume(OPTIONS.withPrefix("seed" + seed));
      Set<String> staying = new HashSet<>(List.of(".", ".."));
      for (int i = 0; i < 100; i++) {
        staying.add("a" + "-".repeat(random.nextInt(3)) + i);
      }
      staying.stream()
          .filter(name -> !name.startsWith("."))
          .forEach(name -> put("seed%d/%s".formatted(volumes.size() - 1, name), 1));
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
            put(other, 1);
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
    Volume volume = volume(OPTIONS);
    for (int i = 0; i < 10_000; i++) {
      put("file%04d".formatted(i), 1);
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

  @Test
  void objectsSayWhatTheyAreWhereThatIsWanted() {
    Volume volume = volume(OPTIONS.withObjectMetadata(true));
    Map<String, String> link = Map.of("mode", "41471", "uid", "7", "gid", "8");
    store.put("link", Content.of("to/this".getBytes(UTF_8)), PutOptions.DEFAULT.withMetadata(link));
    Map<String, String> script = Map.of("mode", "33261", "mtime", "1700000000.25");
    store.put("script", Content.of(new byte[3]), PutOptions.DEFAULT.withMetadata(script));
    Map<String, String> wrong = Map.of("mode", "x", "uid", "-1", "mtime", "now");
    store.put("wrong", Content.of(new byte[3]), PutOptions.DEFAULT.withMetadata(wrong));

    List<DirectoryItem> items = volume.list(FileSystem.ROOT, true, 100, 0);
    assertThat(items.subList(2, 5))
        .allSatisfy(item -> assertThat(item.node()).isPresent())
        .extracting(DirectoryItem::mode)
        .containsExactly(Attributes.SYMLINK, Attributes.REGULAR, Attributes.REGULAR);
    Node found = volume.lookup(FileSystem.ROOT, "link").orElseThrow();
    assertThat(found.attributes().mode()).isEqualTo(Attributes.SYMLINK | 0777);
    assertThat(found.attributes().uid()).isEqualTo(7);
    assertThat(found.attributes().gid()).isEqualTo(8);
    assertThat(volume.fs().readlink(found.id()).await()).isEqualTo("to/this");
    Attributes runs = volume.lookup(FileSystem.ROOT, "script").orElseThrow().attributes();
    assertThat(runs.mode()).isEqualTo(Attributes.REGULAR | 0755);
    assertThat(runs.modified()).isEqualTo(Instant.ofEpochSecond(1_700_000_000, 250_000_000));
    Node plain = volume.lookup(FileSystem.ROOT, "wrong").orElseThrow();
    assertThat(plain.attributes().mode()).isEqualTo(Attributes.REGULAR | 0644);
    fails(Errno.EINVAL, () -> volume.fs().readlink(plain.id()).await());
  }

  @Test
  void ownersAndModesAreTheVolumes() {
    Volume volume = volume(OPTIONS.withOwner(1000, 2000).withModes(0640, 0750));
    put("folder/file", 1);
    Node folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow();
    Node file = volume.lookup(folder.id(), "file").orElseThrow();
    assertThat(folder.attributes().mode()).isEqualTo(Attributes.DIRECTORY | 0750);
    assertThat(file.attributes().mode()).isEqualTo(Attributes.REGULAR | 0640);
    assertThat(file.attributes().uid()).isEqualTo(1000);
    assertThat(file.attributes().gid()).isEqualTo(2000);
    FileSystem fs = volume.fs();
    fs.access(file.id(), 1000, 5, 4).await();
    fs.access(file.id(), 5, 2000, 4).await();
    fs.access(folder.id(), 5, 2000, 5).await();
    fs.access(file.id(), 0, 0, 4).await();
    fails(Errno.EACCES, () -> fs.access(file.id(), 5, 5, 4).await());
    fails(Errno.EACCES, () -> fs.access(file.id(), 0, 0, 1).await());
    fails(Errno.EROFS, () -> fs.access(file.id(), 0, 0, 2).await());
  }

  @Test
  void whatCannotBeIsRefused() {
    Volume volume = volume(OPTIONS);
    put("folder/file", 1);
    FileSystem fs = volume.fs();
    Node folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow();
    Node file = volume.lookup(folder.id(), "file").orElseThrow();
    fails(Errno.ENAMETOOLONG, () -> fs.lookup(FileSystem.ROOT, "x".repeat(256)).await());
    fails(Errno.ENOTDIR, () -> fs.lookup(file.id(), "x").await());
    fails(Errno.ENOTDIR, () -> fs.opendir(file.id(), volume.request()).await());
    fails(Errno.EISDIR, () -> fs.open(folder.id(), 0, volume.request()).await());
    fails(Errno.EROFS, () -> fs.open(file.id(), 1, volume.request()).await());
    fails(Errno.EROFS, () -> fs.open(file.id(), 01000, volume.request()).await());
    fails(Errno.ESTALE, () -> fs.getattr(999, OptionalLong.empty()).await());
    fails(Errno.EBADF, () -> fs.read(999, 0, 1).await());
    fails(Errno.EBADF, () -> fs.readdir(999, 0, true, _ -> true).await());
    fails(Errno.ENODATA, () -> fs.getxattr(file.id(), "security.selinux").await());
    fs.release(999).await();
    fs.releasedir(999);
    assertThat(fs.listxattr(folder.id()).await()).containsExactly("user.windlass.key");
    assertThat(fs.getxattr(folder.id(), "user.windlass.key").await())
        .asString()
        .isEqualTo("folder/");
  }

  @Test
  void aStateDirectoryHasOneOwner() {
    Volume volume = volume(OPTIONS);
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(
            () -> BucketFileSystem.open(store, "s", OPTIONS, directory.resolve("volume0"), engine));
    volume.restart();
  }

  @Test
  void failuresOfTheStoreAreErrnosAndPassOver() {
    Volume volume = volume(OPTIONS);
    put("file", 10);
    store.faults().refuse(2);
    fails(Errno.EIO, () -> volume.fs().lookup(FileSystem.ROOT, "file").await());
    store.faults().refuse(0);
    assertThat(volume.lookup(FileSystem.ROOT, "file")).isPresent();
  }

  /** Threads look up, list, read and forget; at the end nothing is left over. */
  @Test
  void manyThreadsLeaveNothingBehind() throws Exception {
    Volume volume = volume(OPTIONS);
    for (int i = 0; i < 300; i++) {
      put("d%d/f%d".formatted(i % 7, i), i * 100);
    }
    FileSystem fs = volume.fs();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 12; thread++) {
        Random random = new Random(thread);
        all.add(
            threads.submit(() -> {
              for (int i = 0; i < 300; i++) {
                use(fs, random);
              }
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    fs.close();
    try (InodeTable inodes = InodeTable.open(directory.resolve("volume0/inodes"));
        HandleTable handles = HandleTable.open(directory.resolve("volume0/handles"))) {
      assertThat(inodes.size()).isEqualTo(1);
      assertThat(handles.size()).isZero();
    }
    volumes.clear();
  }

  private static void use(FileSystem fs, Random random) {
    int number = random.nextInt(300);
    Node folder = found(fs, FileSystem.ROOT, "d" + number % 7);
    Node file = found(fs, folder.id(), "f" + number);
    assertThat(file.attributes().size()).isEqualTo(number * 100L);
    if (random.nextInt(4) == 0) {
      long handle = fs.opendir(folder.id(), new RequestId(0, false)).await();
      fs.readdir(
              handle,
              0,
              true,
              item -> {
                item.node().ifPresent(node -> fs.forget(node.id(), 1));
                return true;
              })
          .await();
      fs.releasedir(handle);
    } else {
      long handle = fs.open(file.id(), 0, new RequestId(0, false)).await().handle();
      fs.read(handle, 0, 1000).await().close();
      fs.release(handle).await();
    }
    fs.forget(file.id(), 1);
    fs.forget(folder.id(), 1);
  }

  private static Node found(FileSystem fs, long parent, String name) {
    return switch (fs.lookup(parent, name).await()) {
      case Lookup.Found(Node node) -> node;
      case Lookup.Absent _ -> throw new AssertionError(name + " is not there");
    };
  }

  private Volume volume(VolumeOptions options) {
    Volume volume =
        new Volume(store, options, directory.resolve("volume" + volumes.size()), engine);
    volumes.add(volume);
    return volume;
  }

  private void put(String key, int size) {
    store.put(key, new byte[size]);
  }

  private static void fails(Errno errno, ThrowingCallable call) {
    assertThatExceptionOfType(FsException.class)
        .isThrownBy(call)
        .extracting(FsException::errno)
        .isEqualTo(errno);
  }
}
