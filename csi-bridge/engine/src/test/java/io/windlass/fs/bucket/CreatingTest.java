package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.NEW;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.createFile;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.open;
import static io.windlass.fs.bucket.FileCalls.read;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.inode.DuplicateRequestCache;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.Revision;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are made and opened, by one node and by several. */
class CreatingTest {
  private final WritingVolumes nodes;
  private final FaultyStore store;
  private final Path directory;

  CreatingTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.store = nodes.store();
    this.directory = directory;
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  @Test
  void aNewFileIsSeenHereAtOnceAndElsewhereWhenItIsClosed() {
    Volume one = nodes.open();
    Volume other = nodes.open();
    long handle = createFile(one, "f").file().handle();
    write(one, handle, "text");
    assertThat(one.list(FileSystem.ROOT, true, 10, 0))
        .extracting(DirectoryItem::name)
        .contains("f");
    assertThat(read(one, open(one, "f", 0))).isEqualTo("text");
    assertThat(other.lookup(FileSystem.ROOT, "f")).isEmpty();
    close(one, handle);
    other.pass(Duration.ofSeconds(6));
    assertThat(read(other, open(other, "f", 0))).isEqualTo("text");
  }

  @Test
  void ofTwoWhoMakeAFileOneWins() {
    Volume one = nodes.open();
    Volume other = nodes.open();
    long mine = createFile(one, "f").file().handle();
    long theirs = createFile(other, "f").file().handle();
    write(one, mine, "mine");
    close(one, mine);
    fails(Errno.ESTALE, () -> other.fs().publish(theirs).await());
    other.fs().release(theirs).await();
    assertThat(nodes.stored("f")).isEqualTo("mine");
  }

  @Test
  void aCreationThatWasCutOffGoesOn() {
    Volume before = nodes.open(directory.resolve("node"));
    RequestId request = before.request();
    nodes.end(before);
    Path state = directory.resolve("node/state");
    // As one leaves it that dies when it has noted the handle, and not yet the file.
    try (InodeTable inodes = InodeTable.open(state.resolve("inodes"));
        HandleTable handles = HandleTable.open(state.resolve("handles"));
        DuplicateRequestCache duplicates = DuplicateRequestCache.open(state.resolve("deeds"))) {
      duplicates.once(
          request,
          _ -> {
            long node = inodes.fresh(FileSystem.ROOT, Kind.FILE, "f", () -> 7).id();
            return handles.add(
                new HandleTable.Handle(0, node, Revision.NONE, 0, 0, NEW, request.number()));
          });
    }
    Volume volume = nodes.open(directory.resolve("node"));
    Created made =
        volume
            .fs()
            .create(
                FileSystem.ROOT, "f", NEW, 0100644, CALLER, new RequestId(request.number(), true))
            .await();
    volume.counted(made.node());
    write(volume, made.file().handle(), "all of it");
    close(volume, made.file().handle());
    assertThat(nodes.stored("f")).isEqualTo("all of it");
    volume.forgetAll();
    nodes.end(volume);
    try (InodeTable inodes = InodeTable.open(state.resolve("inodes"));
        HandleTable handles = HandleTable.open(state.resolve("handles"))) {
      assertThat(inodes.size()).as("the root").isEqualTo(1);
      assertThat(handles.size()).isZero();
    }
  }

  /** Only one of two nodes makes a lock, whoever dies meanwhile. */
  @Test
  void whatAnotherNodeMadeIsNotTakenForTheWorkOfARequestThatComesAgain() {
    Volume one = nodes.open();
    RequestId directory = one.request();
    RequestId link = one.request();
    store.faults().nextChanges(Faults.Change.REFUSED, Faults.Change.REFUSED);
    fails(Errno.EIO, () -> mkdir(one, directory));
    fails(Errno.EIO, () -> symlink(one, link));

    Volume other = nodes.open();
    mkdir(other, other.request());
    symlink(other, other.request());

    fails(Errno.EEXIST, () -> mkdir(one, new RequestId(directory.number(), true)));
    fails(Errno.EEXIST, () -> symlink(one, new RequestId(link.number(), true)));
  }

  @Test
  void whatARequestMadeIsItsOwnWhenItComesAgain() {
    Volume one = nodes.open();
    RequestId directory = one.request();
    RequestId link = one.request();
    store.faults().nextChanges(Faults.Change.LOST);
    fails(Errno.EIO, () -> mkdir(one, directory));
    store.faults().nextChanges(Faults.Change.LOST);
    fails(Errno.EIO, () -> symlink(one, link));

    mkdir(one, new RequestId(directory.number(), true));
    symlink(one, new RequestId(link.number(), true));
  }

  private static void mkdir(Volume volume, RequestId request) {
    volume.counted(volume.fs().mkdir(FileSystem.ROOT, "lock", 0755, CALLER, request).await());
  }

  private static void symlink(Volume volume, RequestId request) {
    volume.counted(volume.fs().symlink(FileSystem.ROOT, "link", "to", CALLER, request).await());
  }

  @Test
  void whatIsToBeCutIsCutByARequestThatComesAgain() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = nodes.open();
    Node node = volume.lookup(FileSystem.ROOT, "f").orElseThrow();
    RequestId request = volume.request();
    int flags = WRITE | 01000;
    long handle = volume.fs().open(node.id(), flags, request).await().handle();
    // As if it had not come to that: another process had only noted the handle.
    write(volume, handle, "old");
    volume.restart();
    RequestId again = new RequestId(request.number(), true);
    assertThat(volume.fs().open(node.id(), flags, again).await().handle()).isEqualTo(handle);
    assertThat(read(volume, handle)).isEmpty();
    close(volume, handle);
    assertThat(nodes.stored("f")).isEmpty();
  }

  @Test
  void whatAnEarlierMountLeftIsPublishedBeforeItsNameIsUsedAgain() {
    Volume before = nodes.open(directory.resolve("node"));
    long left = createFile(before, "f").file().handle();
    write(before, left, "left");
    nodes.end(before);
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    Volume volume =
        nodes.open(directory.resolve("another"), directory.resolve("node").resolve("staging"));
    fails(
        Errno.EIO,
        () ->
            volume
                .fs()
                .create(FileSystem.ROOT, "f", NEW, 0100644, CALLER, volume.request())
                .await());
    store.faults().clear();
    assertThat(
            volume
                .fs()
                .create(FileSystem.ROOT, "f", NEW, 0100644, CALLER, volume.request())
                .await())
        .satisfies(opened -> assertThat(read(volume, opened.file().handle())).isEqualTo("left"))
        .satisfies(opened -> close(volume, opened.file().handle()));
    assertThat(nodes.stored("f")).isEqualTo("left");
  }
}
