package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Answer;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.DuplicateRequestCache;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Gate;
import io.windlass.fs.write.Waits;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.Errno;
import io.windlass.store.Revision;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a volume that is written promises, one by one. */
class WritingTest {
  private static final VolumeOptions OPTIONS =
      VolumeOptions.DEFAULT
          .withObjectMetadata(true)
          .withTtl(Duration.ofSeconds(10), Duration.ofSeconds(5));

  private static final Caller CALLER = new Caller(0, 0);
  private static final int NEW = 0102;

  /** O_CREAT, O_RDONLY. */
  private static final int MADE = 0100;

  private static final int WRITE = 1;

  /** Far longer than anything takes that does not wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final FaultyStore store = FaultyStore.inMemory();
  private final List<Volume> volumes = new ArrayList<>();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;

  @AfterEach
  void close() {
    volumes.forEach(Volume::close);
    engine.close();
  }

  /** On a node of its own. */
  private Volume volume() {
    return volume(directory.resolve("node" + volumes.size()));
  }

  private Volume volume(Path place) {
    return volume(place, place.resolve("staging"));
  }

  private Volume volume(Path place, Path staging) {
    Volume volume =
        new Volume(store, OPTIONS, place.resolve("state"), Optional.of(staging), engine);
    volumes.add(volume);
    return volume;
  }

  private static Created create(Volume volume, String name) {
    return create(volume, name, NEW);
  }

  private static Created create(Volume volume, String name, int flags) {
    assertThat(volume.lookup(FileSystem.ROOT, name)).isEmpty();
    Created made =
        volume.fs().create(FileSystem.ROOT, name, flags, 0100644, CALLER, volume.request()).await();
    volume.counted(made.node());
    return made;
  }

  private static long open(Volume volume, String name, int flags) {
    Node node = volume.lookup(FileSystem.ROOT, name).orElseThrow();
    return volume.fs().open(node.id(), flags, volume.request()).await().handle();
  }

  private static void write(Volume volume, long handle, String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
      volume.fs().write(handle, 0, data).await();
    }
  }

  private static void close(Volume volume, long handle) {
    volume.fs().publish(handle).await();
    volume.fs().release(handle).await();
  }

  private static String read(Volume volume, long handle) {
    return new String(volume.read(handle, 0, 1 << 20), UTF_8);
  }

  private static void fails(Errno errno, ThrowingCallable deed) {
    FsException failure = catchThrowableOfType(FsException.class, deed);
    assertThat(failure).isNotNull();
    assertThat(failure.errno()).isEqualTo(errno);
  }

  private static Node directory(Volume volume, String name) {
    Node made = volume.fs().mkdir(FileSystem.ROOT, name, 0755, CALLER, volume.request()).await();
    volume.counted(made);
    return made;
  }

  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING, BLOCKED, TERMINATED -> true;
      case NEW, RUNNABLE -> false;
    };
  }

  private String stored(String key) {
    byte[] content = store.contents().get(key);
    return content == null ? "(nothing)" : new String(content, UTF_8);
  }

  @Test
  void twoWritersOfAnObjectDoNotOverwriteEachOther() {
    store.put("f", "old".getBytes(UTF_8));
    Volume one = volume();
    Volume other = volume();
    long mine = open(one, "f", WRITE);
    long theirs = open(other, "f", WRITE);
    write(one, mine, "mine");
    write(other, theirs, "theirs");
    close(one, mine);
    fails(Errno.ESTALE, () -> other.fs().publish(theirs).await());
    assertThat(stored("f")).isEqualTo("mine");
    assertThat(read(other, theirs)).as("until the file is closed").isEqualTo("theirs");
    other.fs().release(theirs).await();
    assertThat(read(other, open(other, "f", 0))).isEqualTo("mine");
  }

  @Test
  void aCreationThatWasCutOffGoesOn() {
    Volume before = volume(directory.resolve("node"));
    RequestId request = before.request();
    before.close();
    volumes.clear();
    Path state = directory.resolve("node/state");
    // As one leaves it that dies when it has noted the handle, and not yet the file.
    try (InodeTable inodes = InodeTable.open(state.resolve("inodes"));
        HandleTable handles = HandleTable.open(state.resolve("handles"));
        DuplicateRequestCache duplicates = DuplicateRequestCache.open(state.resolve("deeds"))) {
      duplicates.once(
          request,
          _ -> {
            long node = inodes.fresh(FileSystem.ROOT, Kind.FILE, "f", 7).id();
            return handles.add(
                new HandleTable.Handle(0, node, Revision.NONE, 0, 0, NEW, request.number()));
          });
    }
    Volume volume = volume(directory.resolve("node"));
    Created made =
        volume
            .fs()
            .create(
                FileSystem.ROOT, "f", NEW, 0100644, CALLER, new RequestId(request.number(), true))
            .await();
    volume.counted(made.node());
    write(volume, made.file().handle(), "all of it");
    close(volume, made.file().handle());
    assertThat(stored("f")).isEqualTo("all of it");
    volume.forgetAll();
    volume.close();
    volumes.clear();
    try (InodeTable inodes = InodeTable.open(state.resolve("inodes"));
        HandleTable handles = HandleTable.open(state.resolve("handles"))) {
      assertThat(inodes.size()).as("the root").isEqualTo(1);
      assertThat(handles.size()).isZero();
    }
  }

  @Test
  void whatIsToBeCutIsCutByARequestThatComesAgain() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = volume();
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
    assertThat(stored("f")).isEmpty();
  }

  @Test
  void ofTwoWhoMakeAFileOneWins() {
    Volume one = volume();
    Volume other = volume();
    long mine = create(one, "f").file().handle();
    long theirs = create(other, "f").file().handle();
    write(one, mine, "mine");
    close(one, mine);
    fails(Errno.ESTALE, () -> other.fs().publish(theirs).await());
    other.fs().release(theirs).await();
    assertThat(stored("f")).isEqualTo("mine");
  }

  @Test
  void aNewFileIsSeenHereAtOnceAndElsewhereWhenItIsClosed() {
    Volume one = volume();
    Volume other = volume();
    long handle = create(one, "f").file().handle();
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
  void whoHasARemovedFileOpenGoesOnWithIt() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = volume();
    long reading = open(volume, "f", 0);
    long writing = open(volume, "f", WRITE);
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    assertThat(stored("f")).isEqualTo("(nothing)");
    assertThat(volume.lookup(FileSystem.ROOT, "f")).isEmpty();
    assertThat(read(volume, reading)).isEqualTo("old");
    write(volume, writing, "new");
    assertThat(read(volume, reading)).isEqualTo("new");
    long fresh = create(volume, "f").file().handle();
    write(volume, fresh, "another");
    close(volume, fresh);
    close(volume, writing);
    volume.fs().release(reading).await();
    assertThat(stored("f")).isEqualTo("another");
  }

  @Test
  void whoHasAReplacedFileOpenGoesOnWithIt() {
    store.put("from", "fresh".getBytes(UTF_8));
    store.put("to", "replaced".getBytes(UTF_8));
    Volume volume = volume();
    long replaced = open(volume, "to", 0);
    long moved = open(volume, "from", 0);
    volume.lookup(FileSystem.ROOT, "from");
    volume
        .fs()
        .rename(FileSystem.ROOT, "from", FileSystem.ROOT, "to", true, volume.request())
        .await();
    assertThat(read(volume, replaced)).isEqualTo("replaced");
    assertThat(read(volume, moved)).isEqualTo("fresh");
    assertThat(read(volume, open(volume, "to", 0))).isEqualTo("fresh");
    assertThat(store.contents()).containsOnlyKeys("to");
  }

  @Test
  void whatIsPublishedWhileItIsRenamedIsNotLost() throws Exception {
    Volume volume = volume();
    long handle = create(volume, "f").file().handle();
    write(volume, handle, "text 100");
    volume.fs().publish(handle).await();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer =
          threads.submit(() -> {
            for (int i = 101; i < 400; i++) {
              write(volume, handle, "text " + i);
              volume.fs().publish(handle).await();
            }
          });
      String name = "f";
      while (!writer.isDone()) {
        String next = name.equals("f") ? "g" : "f";
        RequestId id = volume.request();
        volume.fs().rename(FileSystem.ROOT, name, FileSystem.ROOT, next, true, id).await();
        name = next;
      }
      writer.get();
      assertThat(store.contents()).containsOnlyKeys(name);
      assertThat(stored(name)).isEqualTo("text 399");
    }
    close(volume, handle);
  }

  @Test
  void fsyncThroughAHandleForReadingPublishes() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = volume();
    long writing = open(volume, "f", WRITE);
    long reading = open(volume, "f", 0);
    write(volume, writing, "new");
    volume.fs().publish(reading).await();
    assertThat(stored("f")).as("closing it does not").isEqualTo("old");
    volume.fs().sync(reading).await();
    assertThat(stored("f")).isEqualTo("new");
    close(volume, writing);
    volume.fs().release(reading).await();
  }

  @Test
  void closingAFileThatWasMadeToBeReadPublishesIt() {
    Volume volume = volume();
    long handle = create(volume, "f", MADE).file().handle();
    volume.fs().publish(handle).await();
    assertThat(stored("f")).isEmpty();
    volume.fs().release(handle).await();
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    assertThat(stored("f")).isEqualTo("(nothing)");
  }

  /** The kernel says that a file was closed whenever it likes; what is published then is slow. */
  @Test
  void whatIsRemovedWhileItIsPublishedStaysRemoved() throws Exception {
    Volume volume = volume();
    Gate gate = new Gate();
    store.faults().eachChange(gate);
    Node top = directory(volume, "d");
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
    await().until(() -> isWaiting(unlink));
    gate.open();
    unlink.join();
    assertThat(stored("d/f")).isEqualTo("(nothing)");
    volume.fs().rmdir(FileSystem.ROOT, "d", volume.request()).await();
    assertThat(store.contents()).isEmpty();
  }

  /** What a thread that reads requests does itself, while an upload is stuck. */
  @Test
  void nobodyWhoReadsRequestsWaitsForAnUpload() throws Exception {
    for (int i = 0; i < 130; i++) {
      store.put("other" + i, "text".getBytes(UTF_8));
    }
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = volume();
    FileSystem fs = volume.fs();
    Node node = volume.lookup(FileSystem.ROOT, "f").orElseThrow();
    long stuck = open(volume, "f", WRITE);
    write(volume, stuck, "new");
    List<Node> nodes = new ArrayList<>();
    List<Long> handles = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      nodes.add(volume.lookup(FileSystem.ROOT, "other" + i).orElseThrow());
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
                answers.add(fs.open(nodes.get(i).id(), 0, volume.request()));
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
    assertThat(stored("f")).isEqualTo("new");
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

  @Test
  void whatIsMadeAgainIsNotOvertakenByWhatWasRemoved() throws Exception {
    Volume volume = volume();
    for (int i = 0; i < 40; i++) {
      long made = create(volume, "f", MADE).file().handle();
      Thread release = Thread.startVirtualThread(() -> volume.fs().release(made).await());
      volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
      long again = create(volume, "f").file().handle();
      write(volume, again, "text " + i);
      close(volume, again);
      release.join();
      assertThat(stored("f")).isEqualTo("text " + i);
      volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
      assertThat(store.contents()).isEmpty();
    }
  }

  @Test
  void whatMayBeInTheBucketIsRemovedFromIt() {
    Volume volume = volume();
    long handle = create(volume, "f").file().handle();
    write(volume, handle, "text");
    store.faults().nextChanges(Faults.Change.LOST);
    store.faults().refuseHeads(1);
    fails(Errno.EIO, () -> volume.fs().publish(handle).await());
    assertThat(stored("f")).isEqualTo("text");
    volume.fs().unlink(FileSystem.ROOT, "f", volume.request()).await();
    assertThat(stored("f")).isEqualTo("(nothing)");
    volume.fs().release(handle).await();
  }

  @Test
  void whatAnEarlierMountLeftIsPublishedBeforeItsNameIsUsedAgain() {
    Volume before = volume(directory.resolve("node"));
    long left = create(before, "f").file().handle();
    write(before, left, "left");
    before.close();
    volumes.clear();
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    Volume volume =
        volume(directory.resolve("another"), directory.resolve("node").resolve("staging"));
    fails(
        Errno.EIO,
        () ->
            volume
                .fs()
                .create(FileSystem.ROOT, "f", NEW, 0100644, CALLER, volume.request())
                .await());
    store.faults().calm();
    assertThat(
            volume
                .fs()
                .create(FileSystem.ROOT, "f", NEW, 0100644, CALLER, volume.request())
                .await())
        .satisfies(opened -> assertThat(read(volume, opened.file().handle())).isEqualTo("left"))
        .satisfies(opened -> close(volume, opened.file().handle()));
    assertThat(stored("f")).isEqualTo("left");
  }

  @Test
  void aDirectoryStaysWhenItsLastFileGoes() {
    store.put("d/f", "text".getBytes(UTF_8));
    Volume volume = volume();
    Node inner = volume.lookup(FileSystem.ROOT, "d").orElseThrow();
    volume.lookup(inner.id(), "f");
    volume.fs().unlink(inner.id(), "f", volume.request()).await();
    volume.pass(Duration.ofMinutes(1));
    assertThat(volume.lookup(FileSystem.ROOT, "d")).isPresent();
    assertThat(store.contents()).containsOnlyKeys("d/");
  }

  @Test
  void whatCouldNotBePublishedIsPublishedLater() {
    Volume volume = volume();
    long handle = create(volume, "f").file().handle();
    write(volume, handle, "text");
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    fails(Errno.EIO, () -> volume.fs().publish(handle).await());
    volume.fs().release(handle).await();
    assertThat(read(volume, open(volume, "f", 0))).isEqualTo("text");
    store.faults().calm();
    await().untilAsserted(() -> assertThat(stored("f")).isEqualTo("text"));
  }

  @Test
  void aRenameThatComesAgainIsDoneWhenWhatWasSentBeforeComesLate() {
    store.put("f", "text".getBytes(UTF_8));
    Volume volume = volume();
    RequestId first = volume.request();
    store.faults().nextChanges(Faults.Change.DONE);
    store.faults().eachChange(() -> Faults.Change.REFUSED);
    fails(Errno.EIO, () -> rename(volume, first));
    assertThat(store.contents()).containsOnlyKeys("f", "g");

    store.faults().eachChange(this::theDeletionComes);
    rename(volume, new RequestId(first.number(), true));
    assertThat(store.contents()).containsOnlyKeys("g");
    assertThat(volume.lookup(FileSystem.ROOT, "f")).isEmpty();
    assertThat(volume.lookup(FileSystem.ROOT, "g")).isPresent();
  }

  @Test
  void aRenameThatIsCutOffLeavesNoUpload() {
    store.put("f", "text".getBytes(UTF_8));
    Volume volume = volume();
    store
        .faults()
        .inNextCopy(() -> {
          throw new DriverException.Unavailable("cut off by the test", null);
        });
    RequestId id = volume.request();
    fails(
        Errno.EIO,
        () -> volume.fs().rename(FileSystem.ROOT, "f", FileSystem.ROOT, "g", false, id).await());
    await().untilAsserted(() -> assertThat(store.pending()).isEmpty());
    assertThat(store.contents()).containsOnlyKeys("f");
  }

  @Test
  void aRenameOfWhatGoesMeanwhileFailsAndIsNotFinishedLater() {
    store.put("f", "text".getBytes(UTF_8));
    Volume volume = volume();
    store.faults().eachChange(this::theDeletionComes);
    fails(Errno.ENOENT, () -> rename(volume, volume.request()));
    assertThat(store.contents()).isEmpty();
    assertThat(new RenameIntentLog(directory.resolve("node0/staging/renames")).unfinished())
        .isEmpty();
  }

  private Faults.Change theDeletionComes() {
    store.faults().calm();
    store.delete("f", Condition.always());
    return Faults.Change.DONE;
  }

  private static void rename(Volume volume, RequestId request) {
    volume.fs().rename(FileSystem.ROOT, "f", FileSystem.ROOT, "g", true, request).await();
  }

  @Test
  void whatOthersReplacedIsRenamedAsItIsThere() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = volume();
    long handle = open(volume, "f", WRITE);
    store.put("f", "theirs".getBytes(UTF_8));
    rename(volume, volume.request());
    assertThat(store.contents()).containsOnlyKeys("g");
    assertThat(stored("g")).isEqualTo("theirs");
    write(volume, handle, "mine");
    fails(Errno.ESTALE, () -> volume.fs().publish(handle).await());
    assertThat(stored("g")).isEqualTo("theirs");
    volume.fs().release(handle).await();
    assertThat(read(volume, open(volume, "g", 0))).isEqualTo("theirs");
  }

  @Test
  void whatOthersReplaceWhileItIsRenamedIsRenamedToo() {
    store.put("f", "old".getBytes(UTF_8));
    Volume volume = volume();
    store
        .faults()
        .eachChange(() -> {
          store.faults().calm();
          store.put("f", "theirs".getBytes(UTF_8));
          return Faults.Change.DONE;
        });
    rename(volume, volume.request());
    assertThat(store.contents()).containsOnlyKeys("g");
    assertThat(stored("g")).isEqualTo("theirs");
    assertThat(volume.lookup(FileSystem.ROOT, "g").orElseThrow().attributes().size()).isEqualTo(6);
  }

  @Test
  void aRenameThatWasCutOffIsFinishedByTheNextMount() {
    store.put("new/a", "1".getBytes(UTF_8));
    store.put("old/b", "2".getBytes(UTF_8));
    store.put("old/c/d", "3".getBytes(UTF_8));
    Path staging = directory.resolve("node0/staging");
    new RenameIntentLog(staging.resolve("renames"))
        .begin(new RenameIntentLog.Rename("old/", "new/", Revision.NONE));
    volume();
    await()
        .untilAsserted(
            () -> assertThat(store.contents()).containsOnlyKeys("new/a", "new/b", "new/c/d"));
    await()
        .untilAsserted(() ->
            assertThat(new RenameIntentLog(staging.resolve("renames")).unfinished()).isEmpty());
  }

  @Test
  void aRenameThatWasNotEvenBegunIsForgottenByTheNextMount() throws IOException {
    store.put("f", "text".getBytes(UTF_8));
    Path renames = directory.resolve("node0/staging/renames");
    RenameIntentLog.Begun begun =
        new RenameIntentLog(renames).begin(new RenameIntentLog.Rename("f", "g", Revision.NONE));
    Files.move(begun.file(), renames.resolve(begun.file().getFileName() + ".new"));
    volume();
    assertThat(renames).isEmptyDirectory();
    assertThat(store.contents()).containsOnlyKeys("f");
  }

  /** However far the rename of a file had come when all processes died. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatWasWrittenToAFileGoesWhereItIsRenamedTo(int done) {
    store.put("f", "text".getBytes(UTF_8));
    Revision revision = store.head("f").revision();
    Volume before = volume();
    write(before, open(before, "f", WRITE), "more");
    dies(before, new RenameIntentLog.Rename("f", "g", revision));
    if (done > 0) {
      store.copy(CopySource.of(store.bucket(), "f"), "g", CopyOptions.DEFAULT);
    }
    if (done > 1) {
      store.delete("f", Condition.always());
    }
    afterwards("g");
    assertThat(stored("g")).isEqualTo("more");
  }

  @Test
  void whatWasWrittenToAFileGoesWhereItIsRenamedToByWhatComesLate() {
    store.put("f", "text".getBytes(UTF_8));
    Revision revision = store.head("f").revision();
    Volume before = volume();
    write(before, open(before, "f", WRITE), "more");
    dies(before, new RenameIntentLog.Rename("f", "g", revision));
    store.copy(CopySource.of(store.bucket(), "f"), "g", CopyOptions.DEFAULT);
    store.faults().eachChange(this::theDeletionComes);
    afterwards("g");
    assertThat(stored("g")).isEqualTo("more");
  }

  @Test
  void whatWasWrittenInADirectoryGoesWhereItIsRenamedTo() {
    store.put("d/f", "text".getBytes(UTF_8));
    store.put("e/", new byte[0]);
    Volume before = volume();
    Node inner = before.lookup(FileSystem.ROOT, "d").orElseThrow();
    Node file = before.lookup(inner.id(), "f").orElseThrow();
    FileSystem fs = before.fs();
    write(before, fs.open(file.id(), WRITE, before.request()).await().handle(), "more");
    Created made = fs.create(inner.id(), "new", NEW, 0100644, CALLER, before.request()).await();
    write(before, made.file().handle(), "new");
    dies(before, new RenameIntentLog.Rename("d/", "e/", Revision.NONE));
    afterwards("e/", "e/f", "e/new");
    assertThat(stored("e/f")).isEqualTo("more");
    assertThat(stored("e/new")).isEqualTo("new");
  }

  /** Both processes, when this rename was begun. */
  private void dies(Volume volume, RenameIntentLog.Rename rename) {
    volumes.remove(volume);
    volume.close();
    new RenameIntentLog(directory.resolve("node0/staging/renames")).begin(rename);
  }

  /** The next mount goes on until there is nothing but these. */
  private void afterwards(String... keys) {
    Path place = directory.resolve("node0");
    volumes.add(
        new Volume(
            store, OPTIONS, place.resolve("next"), Optional.of(place.resolve("staging")), engine));
    await()
        .untilAsserted(() -> {
          assertThat(store.contents()).containsOnlyKeys(keys);
          try (Stream<Path> left = Files.walk(place.resolve("staging"))) {
            assertThat(left.filter(Files::isRegularFile).map(Path::toString))
                .allMatch(name -> name.endsWith(".kept"));
          }
        });
  }

  @Test
  void whatIsOpenInADirectoryGoesOnWhenThatIsRenamed() {
    store.put("d/f", "text".getBytes(UTF_8));
    Volume volume = volume();
    Node inner = volume.lookup(FileSystem.ROOT, "d").orElseThrow();
    Node file = volume.lookup(inner.id(), "f").orElseThrow();
    long handle = volume.fs().open(file.id(), WRITE, volume.request()).await().handle();
    volume.fs().rename(FileSystem.ROOT, "d", FileSystem.ROOT, "e", true, volume.request()).await();
    assertThat(read(volume, handle)).isEqualTo("text");
    write(volume, handle, "more");
    close(volume, handle);
    assertThat(store.contents()).containsOnlyKeys("e/f");
    assertThat(stored("e/f")).isEqualTo("more");
  }

  @Test
  void aVolumeThatIsReadOnlyRefusesEveryChange() {
    store.put("f", "old".getBytes(UTF_8));
    Path place = directory.resolve("read");
    Volume volume = new Volume(store, OPTIONS.withReadOnly(true), place, engine);
    volumes.add(volume);
    FileSystem fs = volume.fs();
    long f = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    Changes mode =
        new Changes(
            OptionalInt.of(0600),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());
    RequestId id = volume.request();
    fails(Errno.EROFS, () -> fs.open(f, WRITE, id).await());
    fails(Errno.EROFS, () -> fs.create(1, "g", NEW, 0644, CALLER, id).await());
    fails(Errno.EROFS, () -> fs.mknod(1, "g", 0100644, CALLER, id).await());
    fails(Errno.EROFS, () -> fs.mkdir(1, "g", 0755, CALLER, id).await());
    fails(Errno.EROFS, () -> fs.symlink(1, "g", "f", CALLER, id).await());
    fails(Errno.EROFS, () -> fs.unlink(1, "f", id).await());
    fails(Errno.EROFS, () -> fs.rmdir(1, "f", id).await());
    fails(Errno.EROFS, () -> fs.rename(1, "f", 1, "g", true, id).await());
    fails(Errno.EROFS, () -> fs.setattr(f, mode).await());
    fails(
        Errno.EROFS,
        () -> fs.setxattr(f, "user.a", new byte[1], 0, new RequestId(1, false)).await());
    assertThat(store.contents()).containsOnlyKeys("f");
  }
}
