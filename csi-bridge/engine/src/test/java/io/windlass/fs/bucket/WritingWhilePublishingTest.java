package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Answer;
import io.windlass.fs.Bounds;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.Done;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.lock.Waits;
import io.windlass.fs.posix.PosixMetadata;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Gate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server takes nothing, and what is written to files that are being published waits for none.
 */
class WritingWhilePublishingTest {
  private static final int FILES = 64;
  private static final Caller CALLER = new Caller(0, 0);
  private static final int NEW = 0102;
  private static final int WRITE = 1;
  private static final int TRUNCATE = 01000;
  private static final int PUNCH_HOLE = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final FaultyStore store = FaultyStore.inMemory();
  private final Gate server = new Gate();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Long> handles = new ArrayList<>();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Volume volume;

  @BeforeEach
  void open() {
    volume =
        new Volume(
            store,
            VolumeOptions.DEFAULT
                .withObjectMetadata(true)
                .withBounds(new Bounds(true, 0, 0))
                .withTtl(Duration.ofSeconds(10), Duration.ofSeconds(5)),
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine);
    store.faults().eachChange(server);
  }

  @AfterEach
  void close() {
    server.open();
    volume.close();
    engine.close();
  }

  private void create(int number) {
    Created made =
        volume
            .fs()
            .create(FileSystem.ROOT, "f" + number, NEW, 0100644, CALLER, volume.request())
            .await();
    volume.counted(made.node());
    nodes.add(made.node());
    handles.add(made.file().handle());
    write(number, 0, "first " + number);
  }

  private Answer<Done> write(int number, long offset, String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
      return volume.fs().write(handles.get(number), offset, data);
    }
  }

  /** Begins a call in a thread of its own. */
  private static CompletableFuture<?> begin(Runnable call) {
    Executor executor = Thread::startVirtualThread;
    return CompletableFuture.runAsync(call, executor);
  }

  private static void ends(CompletableFuture<?> call)
      throws InterruptedException, ExecutionException, TimeoutException {
    assertThat(call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNull();
  }

  private CompletableFuture<?> sync(int number) {
    return begin(() -> volume.fs().publish(handles.get(number)).await());
  }

  private String stored(int number) {
    return new String(store.contents().getOrDefault("f" + number, new byte[0]), UTF_8);
  }

  private static Changes mode(int mode) {
    return new Changes(
        OptionalInt.of(mode),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** All files are being published, and the server takes nothing. */
  private List<CompletableFuture<?>> stuck() {
    server.shut();
    List<CompletableFuture<?>> stuck = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      create(i);
      stuck.add(sync(i));
    }
    await().until(() -> server.waiting() == FILES);
    return stuck;
  }

  @Test
  void whoWritesOnDoesNotWait() throws Exception {
    List<CompletableFuture<?>> stuck = stuck();
    List<Boolean> done = new ArrayList<>();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .name(Waits.READER + "test")
            .start(() -> {
              for (int i = 0; i < FILES; i++) {
                done.add(write(i, ("first " + i).length(), " second") instanceof Answer.Now);
                done.add(write(i, 0, "F") instanceof Answer.Now);
              }
            });
    assertThat(reader.join(PATIENCE)).as("whoever reads requests has read them all").isTrue();
    assertThat(done).as("writes that are done at once").hasSize(2 * FILES).containsOnly(true);
    List<CompletableFuture<?>> changes = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      int number = i;
      changes.add(begin(() -> change(number)));
    }
    for (CompletableFuture<?> change : changes) {
      ends(change);
    }
    assertThat(server.waiting()).as("files that are still on their way").isEqualTo(FILES);
    List<CompletableFuture<?>> later = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      later.add(sync(i));
    }
    assertThat(later).as("fsyncs that wait for what was written").noneMatch(each -> each.isDone());
    server.open();
    for (CompletableFuture<?> sync : stuck) {
      ends(sync);
    }
    for (int i = 0; i < FILES; i++) {
      ends(later.get(i));
      assertThat(stored(i)).isEqualTo(expected(i));
      assertThat(volume.fs().getattr(nodes.get(i).id(), OptionalLong.empty()).await())
          .extracting(known -> known.attributes().mode() % 01000)
          .isEqualTo(0600);
    }
  }

  /** Makes another change to a file. */
  private void change(int number) {
    FileSystem fs = volume.fs();
    long node = nodes.get(number).id();
    fs.setattr(node, mode(0600)).await();
    fs.setxattr(node, "user.x", new byte[] {1}, 0, volume.request()).await();
    switch (number % 4) {
      case 0 -> fs.fallocate(handles.get(number), 1, 3, PUNCH_HOLE).await();
      case 1 -> fs.fallocate(handles.get(number), 0, 40, 0).await();
      case 2 -> {
        long again = fs.open(node, WRITE | TRUNCATE, volume.request()).await().handle();
        fs.release(again).await();
      }
      default -> {}
    }
  }

  private static String expected(int number) {
    String written = "First " + number + " second";
    return switch (number % 4) {
      case 0 -> "F\0\0\0" + written.substring(4);
      case 1 -> written + "\0".repeat(40 - written.length());
      case 2 -> "";
      default -> written;
    };
  }

  /** A file that is no longer open is published in the background. */
  @Test
  void whoChangesWhatIsClosedAndOnItsWayDoesNotWait() throws Exception {
    List<CompletableFuture<?>> stuck = stuck();
    for (int i = 0; i < FILES; i++) {
      int number = i;
      ends(begin(() -> volume.fs().release(handles.get(number)).await()));
      ends(begin(() -> volume.fs().setattr(nodes.get(number).id(), mode(0640)).await()));
    }
    assertThat(server.waiting())
        .as("files that are still on their way")
        .isGreaterThanOrEqualTo(FILES);
    server.open();
    for (CompletableFuture<?> sync : stuck) {
      ends(sync);
    }
    volume.publishAll(PATIENCE);
    for (int i = 0; i < FILES; i++) {
      assertThat(stored(i)).isEqualTo("first " + i);
      assertThat(PosixMetadata.mode(store.head("f" + i).metadata())).hasValue(0100640L);
    }
  }

  /** A slow server takes a piece now and then: the next is not sent any more. */
  @Test
  void whoDeletesDoesNotWaitUntilAllIsSent() throws Exception {
    create(0);
    List<String> changes = new CopyOnWriteArrayList<>();
    store
        .faults()
        .eachChange(() -> {
          changes.add("change");
          return Faults.Change.DONE;
        });
    Semaphore pieces = new Semaphore(1);
    store.faults().inEachBody(pieces::acquireUninterruptibly);
    CompletableFuture<?> sync = sync(0);
    await().until(pieces::hasQueuedThreads);
    Thread unlink =
        Thread.ofPlatform()
            .daemon()
            .start(() -> volume.fs().unlink(FileSystem.ROOT, "f0", volume.request()).await());
    volume.waiting().await(unlink);
    pieces.release();
    assertThat(unlink.join(PATIENCE)).as("the file is deleted").isTrue();
    ends(sync);
    assertThat(store.contents()).isEmpty();
    assertThat(changes)
        .as("changes of the bucket: it was deleted, and never made")
        .hasSizeLessThan(2);
  }
}
