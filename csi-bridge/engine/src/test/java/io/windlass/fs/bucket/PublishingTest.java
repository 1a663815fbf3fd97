package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.MADE;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.createFile;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.mode;
import static io.windlass.fs.bucket.FileCalls.open;
import static io.windlass.fs.bucket.FileCalls.read;
import static io.windlass.fs.bucket.FileCalls.size;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Answer;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.lock.Waits;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Gate;
import io.windlass.linux.Errno;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When what is written comes to the bucket, and who waits for it. */
class PublishingTest {
  /** Far longer than anything takes that does not wait. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final WritingVolumes nodes;
  private final FaultyStore store;

  PublishingTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.store = nodes.store();
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  @Test
  void twoWritersOfAnObjectDoNotOverwriteEachOther() {
    store.put("f", "old".getBytes(UTF_8));
    Volume one = nodes.open();
    Volume other = nodes.open();
    long mine = open(one, "f", WRITE);
    long theirs = open(other, "f", WRITE);
    write(one, mine, "mine");
    write(other, theirs, "theirs");
    close(one, mine);
    fails(Errno.ESTALE, () -> other.fs().publish(theirs).await());
    assertThat(nodes.stored("f")).isEqualTo("mine");
    assertThat(read(other, theirs)).as("until the file is closed").isEqualTo("theirs");
    other.fs().release(theirs).await();
    assertThat(read(other, open(other, "f", 0))).isEqualTo("mine");
  }

  /** As {@code truncate -s 4T}: nobody waits while terabytes of zeros are sent. */
  @Test
  void holesOfTerabytesAreRefusedBeforeAnythingIsSent() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = nodes.open();
    store.resetCounts();
    long node = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    fails(Errno.EFBIG, () -> volume.fs().setattr(node, size(4L << 40)).await());
    long handle = open(volume, "f", WRITE);
    fails(Errno.EFBIG, () -> volume.fs().fallocate(handle, 4L << 40, 1, 0).await());
    close(volume, handle);
    assertThat(store.sent()).isZero();
    assertThat(nodes.stored("f")).isEqualTo("old");
  }

  @Test
  void fsyncThroughAHandleForReadingPublishes() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = nodes.open();
    long writing = open(volume, "f", WRITE);
    long reading = open(volume, "f", 0);
    write(volume, writing, "new");
    volume.fs().publish(reading).await();
    assertThat(nodes.stored("f")).as("closing it does not").isEqualTo("old");
    volume.fs().sync(reading).await();
    assertThat(nodes.stored("f")).isEqualTo("new");
    close(volume, writing);
    volume.fs().release(reading).await();
  }

  /** As a service that never syncs its log needs it. */
  @Test
  void whatIsWrittenToAnOpenFileIsCommittedAtIntervals() {
    Volume volume = nodes.committing(Duration.ofMillis(1));
    long handle = createFile(volume, "log").file().handle();
    for (String text : List.of("1", "12", "123")) {
      write(volume, handle, text);
      await().until(() -> nodes.stored("log").equals(text));
    }
    AtomicBoolean failed = new AtomicBoolean();
    store
        .faults()
        .eachChange(() -> {
          if (failed.compareAndSet(false, true)) {
            throw new OutOfMemoryError("of a test");
          }
          return Faults.Change.DONE;
        });
    write(volume, handle, "1230");
    await().until(() -> nodes.stored("log").equals("1230"));
    store.put("log", "theirs".getBytes(UTF_8));
    write(volume, handle, "1234");
    fails(Errno.ESTALE, () -> volume.fs().publish(handle).await());
    assertThat(nodes.stored("log")).isEqualTo("theirs");
    volume.fs().release(handle).await();
  }

  @Test
  void closingAFileThatWasMadeToBeReadPublishesIt() {
    Volume volume = nodes.open();
    long handle = createFile(volume, "f", MADE).file().handle();
    volume.fs().publish(handle).await();
    assertThat(nodes.stored("f")).isEmpty();
    volume.fs().release(handle).await();
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    assertThat(nodes.stored("f")).isEqualTo("(nothing)");
  }

  /** What a thread that reads requests does itself, while an upload is stuck. */
  @Test
  void nobodyWhoReadsRequestsWaitsForAnUpload() throws Exception {
    for (int i = 0; i < 130; i++) {
      store.put("other" + i, "text".getBytes(UTF_8));
    }
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = nodes.open();
    FileSystem fs = volume.fs();
    Node node = volume.lookup(FileSystem.ROOT, "f").orElseThrow();
    long stuck = open(volume, "f", WRITE);
    write(volume, stuck, "new");
    List<Node> others = new ArrayList<>();
    List<Long> handles = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      others.add(volume.lookup(FileSystem.ROOT, "other" + i).orElseThrow());
      handles.add(open(volume, "other" + i, WRITE));
    }
    Gate gate = new Gate();
    gate.shut();
    store.faults().eachChange(gate);
    Thread close = Thread.startVirtualThread(() -> fs.publish(stuck).await());
    gate.awaitWaiting();
    Thread chmod = Thread.startVirtualThread(() -> fs.setattr(node.id(), mode(0600)).await());
    assertThat(chmod.join(PATIENCE)).as("the mode is changed").isTrue();
    List<Answer<?>> answers = new CopyOnWriteArrayList<>();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .name(Waits.READER + "test")
            .start(() -> {
              for (int i = 0; i < 130; i++) {
                answers.add(fs.open(others.get(i).id(), 0, volume.request()));
                answers.add(fs.release(handles.get(i)));
              }
              answers.add(fs.open(node.id(), 0, volume.request()));
              answers.add(fs.getattr(node.id(), OptionalLong.empty()));
              answers.add(fs.release(stuck));
            });
    assertThat(reader.join(PATIENCE)).as("whoever reads requests has read them all").isTrue();
    assertThat(gate.waiting()).as("the upload").isPositive();
    gate.open();
    answers.forEach(Answer::await);
    close.join();
    assertThat(nodes.stored("f")).isEqualTo("new");
  }

  @Test
  void whatCouldNotBePublishedIsPublishedLater() {
    Volume volume = nodes.open();
    long handle = createFile(volume, "f").file().handle();
    write(volume, handle, "text");
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    fails(Errno.EIO, () -> volume.fs().publish(handle).await());
    volume.fs().release(handle).await();
    assertThat(read(volume, open(volume, "f", 0))).isEqualTo("text");
    store.faults().clear();
    await().untilAsserted(() -> assertThat(nodes.stored("f")).isEqualTo("text"));
  }
}
