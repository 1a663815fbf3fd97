package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.NEW;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.mode;
import static io.windlass.fs.bucket.ReadingVolumes.OPTIONS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.fs.Attributes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.StateDirectory;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Content;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume: what its files are said to be, what is refused, what is left when it ends. */
class VolumeTest {
  private final ReadingVolumes nodes;
  private final FaultyStore store;
  private final Path directory;

  VolumeTest(@TempDir Path directory) {
    this.nodes = new ReadingVolumes(directory);
    this.directory = directory;
    this.store = nodes.store();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void objectsSayWhatTheyAreWhereThatIsWanted() {
    Volume volume = nodes.open(OPTIONS.withObjectMetadata(true));
    Map<String, String> link = Map.of("mode", "41471", "uid", "7", "gid", "8");
    store.put("link", Content.of("to/this".getBytes(UTF_8)), PutOptions.DEFAULT.withMetadata(link));
    Map<String, String> script = Map.of("mode", "33261", "mtime", "1700000000.25");
    store.put("script", Content.of(new byte[3]), PutOptions.DEFAULT.withMetadata(script));
    Map<String, String> wrong = Map.of("mode", "x", "uid", "-1", "mtime", "now");
    store.put("wrong", Content.of(new byte[3]), PutOptions.DEFAULT.withMetadata(wrong));

    // The kernel asks for nodes at the beginning in any case, and later if they are wanted.
    List<DirectoryItem> items = volume.list(FileSystem.ROOT, true, 1, 0);
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
    Volume volume = nodes.open(OPTIONS.withOwner(1000, 2000).withModes(0640, 0750));
    nodes.put("folder/file", 1);
    Node folder = volume.lookup(FileSystem.ROOT, "folder").orElseThrow();
    Node file = volume.lookup(folder.id(), "file").orElseThrow();
    assertThat(folder.attributes().mode()).isEqualTo(Attributes.DIRECTORY | 0750);
    assertThat(file.attributes().mode()).isEqualTo(Attributes.REGULAR | 0640);
    assertThat(file.attributes().uid()).isEqualTo(1000);
    assertThat(file.attributes().gid()).isEqualTo(2000);
    // The same in every version, or programs take files for others.
    assertThat(folder.attributes().ino()).isEqualTo(7137595629196254930L);
    assertThat(file.attributes().ino()).isEqualTo(6377595320410532496L);
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
    Volume volume = nodes.open(OPTIONS);
    nodes.put("folder/file", 1);
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
    assertThat(fs.listxattr(folder.id()).await()).as("of those that are kept").isEmpty();
    assertThat(fs.listxattr(file.id()).await()).isEmpty();
    assertThat(fs.getxattr(folder.id(), "user.windlass.key").await())
        .asString()
        .isEqualTo("folder/");
  }

  @Test
  void aVolumeThatIsReadOnlyRefusesEveryChange() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = nodes.open(OPTIONS.withObjectMetadata(true).withReadOnly(true));
    FileSystem fs = volume.fs();
    long f = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    RequestId id = volume.request();
    fails(Errno.EROFS, () -> fs.open(f, WRITE, id).await());
    fails(Errno.EROFS, () -> fs.create(1, "g", NEW, 0644, CALLER, id).await());
    fails(Errno.EROFS, () -> fs.mknod(1, "g", 0100644, CALLER, id).await());
    fails(Errno.EROFS, () -> fs.mkdir(1, "g", 0755, CALLER, id).await());
    fails(Errno.EROFS, () -> fs.symlink(1, "g", "f", CALLER, id).await());
    fails(Errno.EROFS, () -> fs.unlink(1, "f", id).await());
    fails(Errno.EROFS, () -> fs.rmdir(1, "f", id).await());
    fails(Errno.EROFS, () -> fs.rename(1, "f", 1, "g", true, id).await());
    fails(Errno.EROFS, () -> fs.setattr(f, mode(0600)).await());
    fails(
        Errno.EROFS,
        () -> fs.setxattr(f, "user.a", new byte[1], 0, new RequestId(1, false)).await());
    assertThat(store.contents()).containsOnlyKeys("f");
  }

  @Test
  void aStateDirectoryHasOneOwner() {
    Volume volume = nodes.open(OPTIONS);
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() ->
            BucketFileSystem.open(
                store,
                Volume.capabilities(1),
                "s",
                OPTIONS,
                directory.resolve("volume0"),
                nodes.engine(),
                System::nanoTime));
    volume.restart();
  }

  /** As while there are too many open files. */
  @Test
  void aStateThatCouldNotBeOpenedIsOpenedLater() throws IOException {
    Path inTheWay = Files.createDirectories(directory.resolve("volume0/usage"));
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> nodes.open(OPTIONS))
          .withMessageContaining(inTheWay.toString());
    }
    Files.delete(inTheWay);
    nodes.open(OPTIONS).restart();
  }

  /** As while there is no memory: the next attempt does not find the state taken. */
  @Test
  void anErrorLeavesTheStateToTheNextAttempt() {
    Path state = directory.resolve("volume0");
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() ->
            BucketFileSystem.open(
                store,
                Volume.capabilities(1),
                "s",
                OPTIONS,
                state,
                () -> {
                  throw new OutOfMemoryError("of a test");
                },
                nodes.engine(),
                System::nanoTime));
    StateDirectory.open(state).close();
  }

  @Test
  void failuresOfTheStoreAreErrnosAndPassOver() {
    Volume volume = nodes.open(OPTIONS);
    nodes.put("file", 10);
    store.faults().refuse(2);
    fails(Errno.EIO, () -> volume.fs().lookup(FileSystem.ROOT, "file").await());
    store.faults().refuse(0);
    assertThat(volume.lookup(FileSystem.ROOT, "file")).isPresent();
  }

  /** Threads look up, list, read and forget; at the end nothing is left over. */
  @Test
  void manyThreadsLeaveNothingBehind() throws Exception {
    Volume volume = nodes.open(OPTIONS);
    for (int i = 0; i < 300; i++) {
      nodes.put("d%d/f%d".formatted(i % 7, i), i * 100);
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
    nodes.forget();
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
}
