package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.rename;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.ObjectInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that change nothing, while the store has half of a directory at its new name. */
class ReadingWhileRenamingTest {
  /** As many as fill a page of a listing: objects are moved page by page. */
  private static final int FILES = 1_000;

  private final WritingVolumes nodes;
  private final FaultyStore store;
  private final CountDownLatch goOn = new CountDownLatch(1);
  private Volume volume;
  private Node directory;
  private Node file;

  ReadingWhileRenamingTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.store = nodes.store();
  }

  @BeforeEach
  void fill() {
    for (int i = 0; i < FILES; i++) {
      store.put("d/sub/%04d".formatted(i), new byte[1]);
    }
    store.put("d/z", new byte[1]);
    volume = nodes.open();
    directory = volume.walk(List.of("d", "sub")).orElseThrow();
    file = volume.lookup(directory.id(), "0000").orElseThrow();
    // So that nothing is answered from the cache.
    volume.pass(nodes.timeToLive());
  }

  @AfterEach
  void end() {
    goOn.countDown();
    store.faults().clear();
    nodes.close();
  }

  @Test
  void aNameIsFound() {
    whileItIsHalfDone(
        fs -> assertThat(volume.lookup(directory.id(), "0000").map(Node::id)).hasValue(file.id()));
  }

  @Test
  void aDirectoryHasItsAttributes() {
    whileItIsHalfDone(fs -> fs.getattr(directory.id(), OptionalLong.empty()).await());
  }

  @Test
  void aDirectoryShowsAllItsFiles() {
    whileItIsHalfDone(
        fs -> assertThat(volume.list(directory.id(), false, 100, FILES + 100)).hasSize(FILES + 2));
  }

  @Test
  void aDirectoryIsReadOnAfterTheRename() {
    fillPages();
    long handle = volume.fs().opendir(directory.id(), volume.request()).await();
    List<DirectoryItem> lines = read(handle, 0, 100);
    rename(volume, "d", "e", volume.request());
    requireRest(handle, lines);
  }

  @Test
  void aDirectoryIsReadOnDuringTheRename() {
    fillPages();
    long handle = volume.fs().opendir(directory.id(), volume.request()).await();
    List<DirectoryItem> lines = read(handle, 0, 100);
    whileItIsHalfDone(_ -> requireRest(handle, lines));
  }

  /** Adds files: the third page of the listing is not asked for before the second is read. */
  private void fillPages() {
    for (int i = FILES; i < 3 * FILES; i++) {
      store.put("d/sub/%04d".formatted(i), new byte[1]);
    }
  }

  private List<DirectoryItem> read(long handle, long offset, int most) {
    List<DirectoryItem> lines = new ArrayList<>();
    volume
        .fs()
        .readdir(handle, offset, false, line -> lines.size() < most && lines.add(line))
        .await();
    return lines;
  }

  private void requireRest(long handle, List<DirectoryItem> begun) {
    List<DirectoryItem> all = new ArrayList<>(begun);
    List<DirectoryItem> some = begun;
    while (!some.isEmpty()) {
      some = read(handle, all.getLast().next(), 500);
      all.addAll(some);
    }
    assertThat(all).extracting(DirectoryItem::name).hasSize(3 * FILES + 2).doesNotHaveDuplicates();
  }

  /** Starts a call in the middle of a rename, and requires that it succeeds. */
  private void whileItIsHalfDone(Consumer<FileSystem> call) {
    int objects = store.contents().size();
    CountDownLatch halfDone = new CountDownLatch(1);
    store
        .faults()
        .eachChange(() -> {
          if (goOn.getCount() > 0 && isGone("d/sub/0000")) {
            halfDone.countDown();
            awaitQuietly(goOn);
          }
          return Faults.Change.DONE;
        });
    Thread renaming = Thread.startVirtualThread(() -> rename(volume, "d", "e", volume.request()));
    await().until(() -> halfDone.getCount() == 0);
    FutureTask<Void> task = new FutureTask<>(() -> call.accept(volume.fs()), null);
    Thread calling = Thread.ofPlatform().daemon().start(task);
    volume.waiting().await(calling);
    goOn.countDown();
    await().until(() -> !renaming.isAlive());
    await().until(task::isDone);
    assertThat(task.state())
        .as(() -> task.exceptionNow().toString())
        .isEqualTo(FutureTask.State.SUCCESS);
    assertThat(store.contents()).hasSize(objects).doesNotContainKey("d/sub/0000");
  }

  private boolean isGone(String key) {
    try {
      ObjectInfo _ = store.head(key);
      return false;
    } catch (DriverException.NotFound e) {
      return true;
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
