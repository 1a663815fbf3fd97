package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.SlowServer;
import io.windlass.linux.Errno;
import io.windlass.operation.Deadline;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long operations wait for the server, by a clock of the test: no real time passes. */
class OperationTimeTest {
  private static final Caller CALLER = new Caller(0, 0);
  private static final int READ = 0;
  private static final int WRITE = 2;
  private static final int NEW = 0102;
  private static final int TRUNCATED = 01002;
  private static final int LARGE = 40 << 20;
  private static final Changes NOTHING =
      new Changes(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty());

  @TempDir Path directory;

  /** Preparation before the server is slow; returns the operation to do then. */
  private interface Scene {
    Runnable prepare(Volume volume);
  }

  private static final Map<String, Scene> SCENES = new TreeMap<>();

  private static void scene(String name, Scene scene) {
    SCENES.put(name, scene);
  }

  static {
    scene("stat", volume -> () -> volume.lookup(FileSystem.ROOT, "file"));
    scene(
        "stat of a node",
        volume -> {
          long node = node(volume, "file");
          return () -> volume.fs().getattr(node, OptionalLong.empty()).await();
        });
    scene("open", volume -> opening(volume, READ));
    scene("open for writing", volume -> opening(volume, WRITE));
    scene("open with O_TRUNC", volume -> opening(volume, TRUNCATED));
    scene(
        "open with O_CREAT",
        volume ->
            () ->
                volume
                    .fs()
                    .create(FileSystem.ROOT, "new", NEW, 0100644, CALLER, volume.request())
                    .await());
    scene(
        "mknod",
        volume ->
            () ->
                volume
                    .fs()
                    .mknod(FileSystem.ROOT, "new", 0100644, CALLER, volume.request())
                    .await());
    scene(
        "mkdir",
        volume ->
            () ->
                volume.fs().mkdir(FileSystem.ROOT, "new", 0755, CALLER, volume.request()).await());
    scene(
        "symlink",
        volume ->
            () ->
                volume
                    .fs()
                    .symlink(FileSystem.ROOT, "new", "file", CALLER, volume.request())
                    .await());
    scene("unlink", volume -> () -> unlink(volume));
    scene(
        "unlink of what is open",
        volume -> {
          volume.fs().open(node(volume, "file"), READ, volume.request()).await();
          return () -> unlink(volume);
        });
    scene(
        "rmdir",
        volume -> () -> volume.fs().rmdir(FileSystem.ROOT, "empty", volume.request()).await());
    scene("rename", volume -> renaming(volume, "file", "other"));
    scene("rename onto a file", volume -> renaming(volume, "file", "second"));
    scene("rename of a directory", volume -> renaming(volume, "directory", "other"));
    scene("chmod", volume -> changing(volume, "file", mode()));
    scene("chmod of a directory", volume -> changing(volume, "directory", mode()));
    scene("truncate", volume -> changing(volume, "file", size()));
    scene(
        "setxattr",
        volume -> {
          long node = node(volume, "file");
          return () ->
              volume.fs().setxattr(node, "user.a", new byte[1], 0, volume.request()).await();
        });
    scene(
        "getxattr",
        volume -> {
          long node = node(volume, "file");
          return () -> volume.fs().getxattr(node, "user.a").await();
        });
    scene(
        "access",
        volume -> {
          long node = node(volume, "file");
          return () -> volume.fs().access(node, 1, 1, 4).await();
        });
    scene(
        "readdir",
        volume -> {
          long node = node(volume, "directory");
          return () -> volume.list(node, true, 100, Integer.MAX_VALUE);
        });
    scene(
        "read",
        volume -> {
          long handle = handle(volume, READ);
          return () -> volume.read(handle, 0, 1);
        });
    scene("fsync", volume -> publishing(volume, handle(volume, WRITE), 10));
    scene("fsync of a new file", volume -> publishing(volume, made(volume, "new"), 10));
    scene("fsync of a large file", volume -> publishing(volume, made(volume, "new"), LARGE));
    scene(
        "fsync of a file that is only described otherwise",
        volume -> {
          long handle = handle(volume, WRITE);
          changing(volume, "file", mode()).run();
          return () -> volume.fs().publish(handle).await();
        });
    scene(
        "copy_file_range",
        volume -> {
          long from =
              volume.fs().open(node(volume, "large"), READ, volume.request()).await().handle();
          long to = made(volume, "new");
          volume.fs().publish(to).await();
          return () -> volume.fs().copy(from, 0, to, 0, LARGE).await();
        });
  }

  private static long node(Volume volume, String name) {
    return volume.lookup(FileSystem.ROOT, name).orElseThrow().id();
  }

  private static Runnable opening(Volume volume, int flags) {
    long node = node(volume, "file");
    return () -> volume.fs().open(node, flags, volume.request()).await();
  }

  private static long handle(Volume volume, int flags) {
    return volume.fs().open(node(volume, "file"), flags, volume.request()).await().handle();
  }

  private static long made(Volume volume, String name) {
    return volume
        .fs()
        .create(FileSystem.ROOT, name, NEW, 0100644, CALLER, volume.request())
        .await()
        .file()
        .handle();
  }

  private static void unlink(Volume volume) {
    volume.fs().unlink(FileSystem.ROOT, "file", volume.request()).await();
  }

  private static Runnable renaming(Volume volume, String from, String to) {
    return () ->
        volume
            .fs()
            .rename(FileSystem.ROOT, from, FileSystem.ROOT, to, true, volume.request())
            .await();
  }

  private static Runnable changing(Volume volume, String name, Changes changes) {
    long node = node(volume, name);
    return () -> volume.fs().setattr(node, changes).await();
  }

  private static Changes mode() {
    return new Changes(
        OptionalInt.of(0600),
        NOTHING.uid(),
        NOTHING.gid(),
        NOTHING.size(),
        NOTHING.accessed(),
        NOTHING.modified());
  }

  private static Changes size() {
    return new Changes(
        NOTHING.mode(),
        NOTHING.uid(),
        NOTHING.gid(),
        OptionalLong.of(1),
        NOTHING.accessed(),
        NOTHING.modified());
  }

  /** In one piece, so that nothing of it is sent before it is published. */
  private static Runnable publishing(Volume volume, long handle, int bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(bytes);
      volume.fs().write(handle, 1, data.asSlice(0, bytes - 1)).await();
      volume.fs().write(handle, 0, data.asSlice(0, 1)).await();
    }
    return () -> volume.fs().publish(handle).await();
  }

  /** Does it while each request takes so long. How long it waited, and how it ended. */
  private Map.Entry<Duration, Optional<Errno>> wait(String name, Duration each) {
    Scene scene = Objects.requireNonNull(SCENES.get(name), name);
    FaultyStore store = FaultyStore.inMemory();
    for (String key : List.of("file", "second", "directory/a", "directory/b")) {
      store.put(key, key.getBytes(UTF_8));
    }
    for (int i = 0; i < 10; i++) {
      store.put("directory/" + i, new byte[0]);
    }
    store.put("empty/", new byte[0]);
    if (name.equals("copy_file_range")) {
      store.put("large", new byte[LARGE]);
    }
    SlowServer server = new SlowServer(store);
    Path home = directory.resolve(name);
    try (ReadEngine engine =
            new ReadEngine(ReadSettings.DEFAULT.withMemory(64 << 20), Optional.empty());
        Volume volume =
            new Volume(
                server.store(),
                VolumeOptions.DEFAULT.withObjectMetadata(true),
                home.resolve("state"),
                Optional.of(home.resolve("staging")),
                engine)) {
      Runnable operation = scene.prepare(volume);
      // Nothing is believed any more that was asked for.
      volume.pass(Duration.ofHours(1));
      server.slow(each, volume::pass);
      FsException failure = catchThrowableOfType(FsException.class, operation::run);
      Duration waited = server.waited();
      server.slow(Duration.ZERO, _ -> {});
      return Map.entry(waited, Optional.ofNullable(failure).map(FsException::errno));
    }
  }

  @Test
  void whileTheServerIsFrozenEachFailsInTheTimeOfOne() {
    Map<String, String> wrong = new TreeMap<>();
    for (String name : SCENES.keySet()) {
      var end = wait(name, SlowServer.FOR_EVER);
      if (!end.equals(Map.entry(Deadline.USUAL, Optional.of(Errno.EIO)))) {
        wrong.put(name, "%s after %s".formatted(end.getValue(), end.getKey()));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void whatComesForwardIsNotGivenUpHoweverLongItTakes() {
    Duration each = Duration.ofMillis(1500);
    for (String name : List.of("rename of a directory", "fsync of a large file")) {
      var end = wait(name, each);
      assertThat(end.getValue()).as(name).isEmpty();
      assertThat(end.getKey()).as(name).isGreaterThan(Deadline.USUAL);
    }
  }

  @Test
  void whatIsAFewRequestsIsGivenUpAfterTheTimeOfOne() {
    var end = wait("rename", Duration.ofSeconds(4));
    assertThat(end).isEqualTo(Map.entry(Deadline.USUAL, Optional.of(Errno.EIO)));
  }
}
