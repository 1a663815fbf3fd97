package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.MADE;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.createFile;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.mkdir;
import static io.windlass.fs.bucket.FileCalls.open;
import static io.windlass.fs.bucket.FileCalls.read;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Gate;
import io.windlass.linux.Errno;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are removed while they are open, published and made again. */
class RemovingTest {
  private final WritingVolumes nodes;
  private final FaultyStore store;

  RemovingTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.store = nodes.store();
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  @Test
  void whoHasARemovedFileOpenGoesOnWithIt() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = nodes.open();
    long reading = open(volume, "f", 0);
    long writing = open(volume, "f", WRITE);
    long ino = volume.lookup(FileSystem.ROOT, "f").orElseThrow().attributes().ino();
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    assertThat(nodes.stored("f")).isEqualTo("(nothing)");
    assertThat(volume.lookup(FileSystem.ROOT, "f")).isEmpty();
    assertThat(read(volume, reading)).isEqualTo("old");
    write(volume, writing, "new");
    assertThat(read(volume, reading)).isEqualTo("new");
    Created made = createFile(volume, "f");
    assertThat(made.node().attributes().ino())
        .as("no two files that can be held have one number")
        .isNotEqualTo(ino);
    long fresh = made.file().handle();
    write(volume, fresh, "another");
    close(volume, fresh);
    close(volume, writing);
    volume.fs().release(reading).await();
    assertThat(nodes.stored("f")).isEqualTo("another");
    volume.forgetAll();
    assertThat(volume.lookup(FileSystem.ROOT, "f").orElseThrow().attributes().ino())
        .as("the number comes from the name")
        .isEqualTo(ino);
  }

  /** The kernel says that a file was closed whenever it likes; what is published then is slow. */
  @Test
  void whatIsRemovedWhileItIsPublishedStaysRemoved() throws Exception {
    Volume volume = nodes.open();
    Gate gate = new Gate();
    store.faults().eachChange(gate);
    Node top = mkdir(volume, "d");
    long handle =
        volume
            .fs()
            .create(top.id(), "f", MADE, 0100644, CALLER, volume.request())
            .await()
            .file()
            .handle();
    gate.shut();
    volume.fs().release(handle).await();
    gate.awaitWaiting();
    Thread unlink =
        Thread.startVirtualThread(
            () -> volume.fs().unlink(top.id(), "f", volume.request()).await());
    volume.waiting().await(unlink);
    gate.open();
    unlink.join();
    assertThat(nodes.stored("d/f")).isEqualTo("(nothing)");
    volume.fs().rmdir(FileSystem.ROOT, "d", volume.request()).await();
    assertThat(store.contents()).isEmpty();
  }

  /** The object of the directory has the room of the file. */
  @Test
  void aFullBucketTakesADirectoryInPlaceOfItsLastFile() {
    store.put("d/f", new byte[1]);
    store.faults().full(() -> !store.contents().isEmpty());
    Volume volume = nodes.open();
    Node top = volume.lookup(FileSystem.ROOT, "d").orElseThrow();
    volume.fs().unlink(top.id(), "f", volume.request()).await();
    assertThat(store.contents()).containsOnlyKeys("d/");
  }

  /** As a server that has no key for a directory of a long name, or is over its quota. */
  @Test
  void whatIsRemovedNeedsNoPut() {
    for (String key : new String[] {"a/f", "b/e/", "c/f", "d/e/f"}) {
      store.put(key, new byte[0]);
    }
    store.faults().full(() -> true);
    Volume volume = nodes.open();
    Node a = volume.lookup(FileSystem.ROOT, "a").orElseThrow();
    volume.fs().unlink(a.id(), "f", volume.request()).await();
    Node b = volume.lookup(FileSystem.ROOT, "b").orElseThrow();
    volume.fs().rmdir(b.id(), "e", volume.request()).await();
    for (String directory : new String[] {"c", "d"}) {
      Node from = volume.lookup(FileSystem.ROOT, directory).orElseThrow();
      String name = directory.equals("c") ? "f" : "e";
      volume
          .fs()
          .rename(from.id(), name, FileSystem.ROOT, "new-" + name, true, volume.request())
          .await();
    }
    assertThat(store.contents()).containsOnlyKeys("new-f", "new-e/f");
  }

  @Test
  void whatIsMadeAgainIsNotOvertakenByWhatWasRemoved() throws Exception {
    Volume volume = nodes.open();
    for (int i = 0; i < 40; i++) {
      long made = createFile(volume, "f", MADE).file().handle();
      Thread release = Thread.startVirtualThread(() -> volume.fs().release(made).await());
      volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
      long again = createFile(volume, "f").file().handle();
      write(volume, again, "text " + i);
      close(volume, again);
      release.join();
      assertThat(nodes.stored("f")).isEqualTo("text " + i);
      volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
      assertThat(store.contents()).isEmpty();
    }
  }

  @Test
  void whatMayBeInTheBucketIsRemovedFromIt() {
    Volume volume = nodes.open();
    long handle = createFile(volume, "f").file().handle();
    write(volume, handle, "text");
    store.faults().nextChanges(Faults.Change.LOST);
    store.faults().refuseHeads(1);
    fails(Errno.EIO, () -> volume.fs().publish(handle).await());
    assertThat(nodes.stored("f")).isEqualTo("text");
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    assertThat(nodes.stored("f")).isEqualTo("(nothing)");
    volume.fs().release(handle).await();
  }

  @Test
  void aDirectoryStaysWhenItsLastFileGoes() {
    store.put("d/f", "text".getBytes(UTF_8));
    Volume volume = nodes.open();
    Node inner = volume.lookup(FileSystem.ROOT, "d").orElseThrow();
    volume.lookup(inner.id(), "f");
    volume.fs().unlink(inner.id(), "f", volume.request()).await();
    volume.pass(Duration.ofMinutes(1));
    assertThat(volume.lookup(FileSystem.ROOT, "d")).isPresent();
    assertThat(store.contents()).containsOnlyKeys("d/");
  }
}
