package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.createFile;
import static io.windlass.fs.bucket.FileCalls.mode;
import static io.windlass.fs.bucket.FileCalls.read;
import static io.windlass.fs.bucket.FileCalls.rename;
import static io.windlass.fs.bucket.FileCalls.size;
import static io.windlass.fs.bucket.FileCalls.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.linux.Errno;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes write by turns, never at once, and each believes what it has seen for a while: all of
 * it succeeds, and the last one's is in the bucket.
 */
class NodesByTurnsTest {
  private static final int TRUNCATE = 01000;
  private static final Duration A_MOMENT = Duration.ofSeconds(2);

  private final WritingVolumes nodes;
  private final Volume here;
  private final Volume there;

  NodesByTurnsTest(@TempDir Path directory) {
    nodes = new WritingVolumes(directory);
    here = nodes.open();
    there = nodes.open();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  /** open(2) with O_CREAT of a name that this node has not seen. */
  private void put(Volume volume, String text) {
    Created made =
        volume
            .fs()
            .create(
                FileSystem.ROOT, "f", WRITE | 0100 | TRUNCATE, 0100644, CALLER, volume.request())
            .await();
    volume.counted(made.node());
    write(volume, made.file().handle(), text);
    FileCalls.close(volume, made.file().handle());
  }

  /** As the kernel, which looks a name up again when the node that it knows turns out stale. */
  private static <T> Optional<T> again(Volume volume, Node known, Function<Node, T> call) {
    try {
      return Optional.of(call.apply(known));
    } catch (FsException e) {
      assertThat(e.errno()).isEqualTo(Errno.ESTALE);
      return volume.lookup(FileSystem.ROOT, "f").map(call);
    }
  }

  private static Optional<Long> open(Volume volume, Node known, int flags) {
    return again(
        volume,
        known,
        node -> volume.fs().open(node.id(), flags, volume.request()).await().handle());
  }

  private Node seen(Volume volume) {
    Node node = volume.lookup(FileSystem.ROOT, "f").orElseThrow();
    long handle = volume.fs().open(node.id(), 0, volume.request()).await().handle();
    read(volume, handle);
    volume.fs().release(handle).await();
    return node;
  }

  private void wait(Duration time) {
    here.pass(time);
    there.pass(time);
  }

  @Test
  void whatIsOverwrittenIsTheNewestVersion() {
    put(there, "first");
    Node known = seen(here);
    put(there, "second");
    wait(A_MOMENT);
    long handle = open(here, known, WRITE | TRUNCATE).orElseThrow();
    write(here, handle, "third");
    FileCalls.close(here, handle);
    assertThat(nodes.stored("f")).isEqualTo("third");
  }

  @Test
  void whatIsChangedIsTheNewestVersion() {
    put(there, "first");
    Node known = seen(here);
    put(there, "second");
    wait(A_MOMENT);
    long handle = open(here, known, WRITE).orElseThrow();
    write(here, handle, "S");
    FileCalls.close(here, handle);
    assertThat(nodes.stored("f")).isEqualTo("Second");
  }

  /** So that nobody misses a file that is not there: open(2) with O_CREAT makes it. */
  @Test
  void whatTheOtherRemovedIsMadeAnew() {
    put(there, "first");
    Node known = seen(here);
    there.fs().unlink(FileSystem.ROOT, "f", there.request()).await();
    wait(A_MOMENT);
    assertThat(open(here, known, WRITE | TRUNCATE)).as("nothing is there").isEmpty();
    put(here, "second");
    assertThat(nodes.stored("f")).isEqualTo("second");
  }

  @Test
  void whatTheOtherMadeIsOpened() {
    assertThat(here.lookup(FileSystem.ROOT, "f")).isEmpty();
    put(there, "first");
    wait(A_MOMENT);
    put(here, "second");
    assertThat(nodes.stored("f")).isEqualTo("second");
  }

  @Test
  void attributesAreThoseOfTheNewestVersion() {
    put(there, "first");
    Node known = seen(here);
    put(there, "second");
    wait(A_MOMENT);
    for (Changes changes : new Changes[] {mode(0600), size(3)}) {
      assertThat(again(here, known, node -> here.fs().setattr(node.id(), changes).await()))
          .isPresent();
    }
    assertThat(nodes.stored("f")).isEqualTo("sec");
  }

  @Test
  void renamedIsTheNewestVersion() {
    put(there, "first");
    seen(here);
    put(there, "second");
    wait(A_MOMENT);
    rename(here, "f", "g", here.request());
    assertThat(nodes.stored("g")).isEqualTo("second");
    assertThat(nodes.stored("f")).isEqualTo("(nothing)");
  }

  /** Who fills a directory pays for no more than a listing now and then. */
  @Test
  void manyNewFilesTakeFewQuestions() {
    nodes.store().resetCounts();
    for (int i = 0; i < 200; i++) {
      Created made = createFile(here, "file" + i);
      FileCalls.close(here, made.file().handle());
      here.pass(Duration.ofMillis(20));
    }
    assertThat(nodes.store().heads() + nodes.store().lists()).isLessThan(40);
  }
}
