package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.fails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that a key gives, or none does, in everything that can be done with a name. */
class OddNamesTest {
  private static final Caller CALLER = new Caller(0, 0);
  private static final int NEW = 0102;
  private static final int WRITE = 1;
  private static final VolumeOptions OPTIONS =
      VolumeOptions.DEFAULT
          .withObjectMetadata(true)
          .withTtl(Duration.ofSeconds(10), Duration.ofSeconds(5));

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());
  private Volume volume;

  @TempDir Path directory;

  @BeforeEach
  void open() {
    volume = volume(OPTIONS, "one");
  }

  private Volume volume(VolumeOptions options, String name) {
    Path place = directory.resolve(name);
    return new Volume(
        store, options, place.resolve("state"), Optional.of(place.resolve("staging")), engine);
  }

  @AfterEach
  void close() {
    volume.close();
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "a//", "./", "a/../"})
  void whatIsBelowAnOddSegmentIsLikeAnythingElse(String prefix) {
    store.put(prefix + "f", "content".getBytes(UTF_8));
    FileSystem fs = volume.fs();
    List<String> path =
        Stream.of(prefix.substring(0, prefix.length() - 1).split("/", -1))
            .map(segment -> FileNames.shown(new FileNames.Segment(segment, false)))
            .toList();
    Node top = volume.walk(path).orElseThrow();
    assertThat(volume.list(top.id(), true, 10, 0))
        .extracting(DirectoryItem::name)
        .containsExactly(".", "..", "f");

    Node file = volume.lookup(top.id(), "f").orElseThrow();
    long reading = fs.open(file.id(), 0, volume.request()).await().handle();
    assertThat(volume.read(reading, 0, 100)).asString(UTF_8).isEqualTo("content");
    fs.release(reading);
    long writing = fs.open(file.id(), WRITE, volume.request()).await().handle();
    write(writing, "CON");
    fs.publish(writing).await();
    fs.release(writing);
    assertThat(text(prefix + "f")).isEqualTo("CONtent");

    Created made = fs.create(top.id(), "new", NEW, 0644, CALLER, volume.request()).await();
    volume.counted(made.node());
    write(made.file().handle(), "made");
    fs.publish(made.file().handle()).await();
    fs.release(made.file().handle());
    fs.rename(top.id(), "new", top.id(), "f", true, volume.request()).await();
    assertThat(text(prefix + "f")).isEqualTo("made");

    volume.counted(fs.mkdir(top.id(), "d", 0755, CALLER, volume.request()).await());
    fs.rmdir(top.id(), "d", volume.request()).await();
    fs.rename(top.id(), "f", FileSystem.ROOT, "out", true, volume.request()).await();
    assertThat(text("out")).isEqualTo("made");
    assertThat(volume.list(top.id(), true, 10, 0)).hasSize(2);
  }

  @Test
  void aDirectoryOfNoNameIsMadeRenamedAndRemoved() {
    FileSystem fs = volume.fs();
    Node empty = fs.mkdir(FileSystem.ROOT, "%~empty", 0755, CALLER, volume.request()).await();
    volume.counted(empty);
    store.put("/deep/f", "x".getBytes(UTF_8));
    store.put("deep/f", "another".getBytes(UTF_8));
    volume.pass(Duration.ofSeconds(11));
    fs.rename(FileSystem.ROOT, "%~empty", FileSystem.ROOT, "named", false, volume.request())
        .await();
    assertThat(store.contents()).containsOnlyKeys("deep/f", "named/", "named/deep/f");
    fs.rename(FileSystem.ROOT, "named", FileSystem.ROOT, "%~empty", false, volume.request())
        .await();
    assertThat(store.contents()).containsOnlyKeys("/", "/deep/f", "deep/f");
    Node back = volume.lookup(FileSystem.ROOT, "%~empty").orElseThrow();
    Node deep = volume.lookup(back.id(), "deep").orElseThrow();
    fs.unlink(deep.id(), "f", volume.request()).await();
    fs.rmdir(back.id(), "deep", volume.request()).await();
    fs.rmdir(FileSystem.ROOT, "%~empty", volume.request()).await();
    assertThat(store.contents()).containsOnlyKeys("deep/f");
  }

  /** The key of such a file would be none, or that of what marks its directory. */
  @Test
  void aFileOfNoNameIsNotMade() {
    FileSystem fs = volume.fs();
    store.put("a/b", "x".getBytes(UTF_8));
    Node a = volume.lookup(FileSystem.ROOT, "a").orElseThrow();
    for (long parent : List.of(FileSystem.ROOT, a.id())) {
      cannotBeMade(parent, "%~empty", false);
    }
    assertThat(store.contents()).containsOnlyKeys("a/b");
    fs.rename(a.id(), "b", a.id(), "c", true, volume.request()).await();
  }

  @ParameterizedTest
  @ValueSource(strings = {"50%~60", "%~", "%~file", "%~2e", "x%~more"})
  void aNameThatNoKeyGivesIsNotThereAndCannotBeMade(String name) {
    store.put("a/b", "x".getBytes(UTF_8));
    Node a = volume.lookup(FileSystem.ROOT, "a").orElseThrow();
    assertThat(volume.lookup(a.id(), name)).isEmpty();
    cannotBeMade(a.id(), name, true);
    assertThat(store.contents()).containsOnlyKeys("a/b");
  }

  private void cannotBeMade(long parent, String name, boolean directories) {
    FileSystem fs = volume.fs();
    store.put("old", "x".getBytes(UTF_8));
    fails(Errno.EINVAL, () -> fs.create(parent, name, NEW, 0644, CALLER, volume.request()).await());
    fails(Errno.EINVAL, () -> fs.mknod(parent, name, 0100644, CALLER, volume.request()).await());
    fails(Errno.EINVAL, () -> fs.symlink(parent, name, "to", CALLER, volume.request()).await());
    fails(
        Errno.EINVAL,
        () -> fs.rename(FileSystem.ROOT, "old", parent, name, true, volume.request()).await());
    if (directories) {
      fails(Errno.EINVAL, () -> fs.mkdir(parent, name, 0755, CALLER, volume.request()).await());
    }
    fs.unlink(FileSystem.ROOT, "old", volume.request()).await();
  }

  @Test
  void aKeyOfMoreThan1024BytesIsTooLong() {
    FileSystem fs = volume.fs();
    String name = "n".repeat(250);
    long parent = FileSystem.ROOT;
    for (int depth = 0; depth < 4; depth++) {
      Node made = fs.mkdir(parent, name, 0755, CALLER, volume.request()).await();
      volume.counted(made);
      parent = made.id();
    }
    long deepest = parent;
    fails(
        Errno.ENAMETOOLONG,
        () -> fs.create(deepest, name, NEW, 0644, CALLER, volume.request()).await());
    fails(
        Errno.ENAMETOOLONG, () -> fs.mkdir(deepest, name, 0755, CALLER, volume.request()).await());
    assertThat(volume.lookup(deepest, name)).isEmpty();
  }

  @Test
  void withoutObjectMetadataNothingIsDescribed() {
    volume.close();
    volume = volume(OPTIONS.withObjectMetadata(false), "two");
    store.put("f", "x".getBytes(UTF_8));
    Node file = volume.lookup(FileSystem.ROOT, "f").orElseThrow();
    FileSystem fs = volume.fs();
    Changes mode =
        new Changes(
            OptionalInt.of(0600),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());
    Changes owner =
        new Changes(
            OptionalInt.empty(),
            OptionalInt.of(1),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());
    fails(Errno.EPERM, () -> fs.setattr(file.id(), mode).await());
    fails(Errno.EPERM, () -> fs.setattr(file.id(), owner).await());
    fails(
        Errno.EPERM, () -> fs.symlink(FileSystem.ROOT, "l", "f", CALLER, volume.request()).await());
    fails(
        Errno.ENOTSUP,
        () -> fs.setxattr(file.id(), "user.a", new byte[1], 0, volume.request()).await());
  }

  private void write(long handle, String text) {
    try (Arena arena = Arena.ofConfined()) {
      volume
          .fs()
          .write(handle, 0, arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8)))
          .await();
    }
  }

  private String text(String key) {
    return new String(store.contents().getOrDefault(key, new byte[0]), UTF_8);
  }
}
