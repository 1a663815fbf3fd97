package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.NEW;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.createFile;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.mkdir;
import static io.windlass.fs.bucket.FileCalls.mode;
import static io.windlass.fs.bucket.FileCalls.open;
import static io.windlass.fs.bucket.FileCalls.read;
import static io.windlass.fs.bucket.FileCalls.rename;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.SmallDisk;
import io.windlass.linux.Errno;
import io.windlass.mounter.volume.StagedVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local disk takes nothing: programs are told why, and all goes on when it takes something. */
class FullLocalDiskTest {
  private static final long SMALL = 16 << 20;

  /** More files with long names than the table of nodes has room for when it is made. */
  private static final int MANY = 4000;

  private static final int TRUNCATE = 01000;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final WritingVolumes nodes;
  private final Path directory;
  private SmallDisk disk;

  FullLocalDiskTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.directory = directory;
  }

  @BeforeEach
  void mount() throws IOException {
    disk = SmallDisk.at(directory.resolve("disk"), SMALL);
  }

  @AfterEach
  void end() throws IOException {
    nodes.close();
    disk.close();
  }

  /** A volume with two files, which stages on the small disk what is written. */
  private Volume volume() {
    nodes.store().put("f", "f".getBytes(UTF_8));
    nodes.store().put("x/f", "f".getBytes(UTF_8));
    return nodes.open(directory.resolve("state"), disk.path().resolve("staging"));
  }

  private static void everyChangeFails(Errno errno, Volume volume) {
    FileSystem fs = volume.fs();
    long f = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    fails(errno, () -> rename(volume, "f", "g", volume.request()));
    fails(errno, () -> rename(volume, "x", "y", volume.request()));
    fails(errno, () -> fs.open(f, WRITE, volume.request()).await());
    fails(errno, () -> fs.setattr(f, mode(0600)).await());
    fails(errno, () -> fs.setxattr(f, "user.a", new byte[1], 0, volume.request()).await());
    fails(
        errno,
        () -> fs.create(FileSystem.ROOT, "n", NEW, 0100644, CALLER, volume.request()).await());
    assertThat(read(volume, open(volume, "f", 0))).isEqualTo("f");
  }

  private void everyChangeSucceeds(Volume volume) {
    rename(volume, "f", "g", volume.request());
    rename(volume, "x", "y", volume.request());
    long handle = open(volume, "g", WRITE);
    write(volume, handle, "G");
    close(volume, handle);
    assertThat(nodes.store().contents()).containsOnlyKeys("g", "y/f");
    assertThat(nodes.stored("g")).isEqualTo("G");
  }

  @Test
  void aFullDiskIsToldAsThat() throws IOException {
    Volume volume = volume();
    disk.fill();
    everyChangeFails(Errno.ENOSPC, volume);
    assertThat(nodes.store().contents()).containsOnlyKeys("f", "x/f");
    disk.drain();
    everyChangeSucceeds(volume);
  }

  /** Neither in place of what is there, nor as something new; and it takes no room any more. */
  @Test
  void whatDidNotFitIsNotPublishedWhenItIsClosed() throws IOException {
    whatDidNotFitIsNotPublished(_ -> {});
  }

  @Test
  void whatDidNotFitIsNotPublishedAfterTheMounterHasDied() throws IOException {
    whatDidNotFitIsNotPublished(Volume::restart);
  }

  @Test
  void whatDidNotFitIsNotPublishedByTheNextMount() throws IOException {
    Volume volume = volume();
    long handle = createFile(volume, "n", NEW).file().handle();
    write(volume, handle, "begin");
    disk.fill();
    fails(Errno.ENOSPC, () -> write(volume, handle, "l".repeat(1 << 20) + "ong"));
    nodes.end(volume);
    disk.drain();
    Volume next = nodes.open(directory.resolve("next"), disk.path().resolve("staging"));
    next.publishAll(PATIENCE);
    assertThat(nodes.store().contents()).containsOnlyKeys("f", "x/f");
    everyChangeSucceeds(next);
  }

  /**
   * @param meanwhile happens after programs have met the full disk, before they close their files
   */
  private void whatDidNotFitIsNotPublished(Consumer<Volume> meanwhile) throws IOException {
    Volume volume = volume();
    long overwritten = open(volume, "f", WRITE | TRUNCATE);
    long made = createFile(volume, "n", NEW).file().handle();
    for (long handle : new long[] {overwritten, made}) {
      write(volume, handle, "begin");
    }
    disk.fill();
    for (long handle : new long[] {overwritten, made}) {
      fails(Errno.ENOSPC, () -> write(volume, handle, "l".repeat(1 << 20) + "ong"));
    }
    meanwhile.accept(volume);
    for (long handle : new long[] {overwritten, made}) {
      fails(Errno.ENOSPC, () -> volume.fs().publish(handle).await());
      volume.fs().release(handle).await();
    }
    disk.drain();
    volume.publishAll(PATIENCE);
    assertThat(nodes.store().contents()).containsOnlyKeys("f", "x/f");
    assertThat(nodes.stored("f")).isEqualTo("f");
    assertThat(volume.lookup(FileSystem.ROOT, "n")).isEmpty();
    everyChangeSucceeds(volume);
  }

  @Test
  void aFullDiskKeepsNoMounterFromGoingOnWithAVolume() throws IOException {
    Path staging = Files.createDirectory(disk.path().resolve("staging"));
    io.windlass.proto.mounter.Volume described =
        io.windlass.proto.mounter.Volume.newBuilder().setId("1").setMountPoint("/x").build();
    StagedVolume.describe(staging, described);
    disk.fill();
    StagedVolume.describe(staging, described);
    StagedVolume.describe(staging, described.toBuilder().setMountPoint("/y").build());
    assertThatIOException()
        .isThrownBy(() -> StagedVolume.describe(staging, described.toBuilder().setId("2").build()));
    assertThat(StagedVolume.list(disk.path()))
        .singleElement()
        .satisfies(each -> assertThat(each.volume()).contains(described));
  }

  @Test
  void aFullDiskKeepsNobodyFromRemovingAndMaking() {
    Volume volume = volume();
    open(volume, "f", 0);
    disk.fill();
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    mkdir(volume, "made");
    volume.fs().symlink(FileSystem.ROOT, "link", "to", CALLER, volume.request()).await();
    assertThat(nodes.store().contents()).containsOnlyKeys("x/f", "made/", "link");
  }

  @Test
  void aDiskThatIsReadOnlyIsToldAsThat() throws IOException {
    Volume volume = volume();
    disk.lock(true);
    everyChangeFails(Errno.EROFS, volume);
    disk.lock(false);
    everyChangeSucceeds(volume);
  }

  /** The disk is full from the moment at which the rename is recorded. */
  @Test
  void aRenameThatHasBegunNeedsNoMoreRoom() {
    Volume volume = volume();
    nodes
        .store()
        .faults()
        .eachChange(() -> {
          disk.fill();
          return Faults.Change.DONE;
        });
    rename(volume, "f", "g", volume.request());
    assertThat(nodes.store().contents()).containsOnlyKeys("g", "x/f");
  }

  @Test
  void tablesThatCannotGrowAreToldAsThatAndGrowLater() throws IOException {
    for (int i = 0; i < MANY; i++) {
      nodes.store().put("%s%04d".formatted("long".repeat(60), i), new byte[1]);
    }
    Volume volume = nodes.open(disk.path().resolve("state"), directory.resolve("staging"));
    disk.fill();
    FsException full =
        catchThrowableOfType(FsException.class, () -> volume.list(FileSystem.ROOT, true, 1000, 0));
    assertThat(full.errno()).isEqualTo(Errno.ENOSPC);
    disk.drain();
    assertThat(volume.list(FileSystem.ROOT, true, 1000, 0)).hasSize(MANY + 2);
    volume.forgetAll();
  }
}
