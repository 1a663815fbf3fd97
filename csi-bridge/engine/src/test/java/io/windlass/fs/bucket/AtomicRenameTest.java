package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Caller;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults.Change;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.linux.Errno;
import io.windlass.store.InterceptedStore;
import io.windlass.store.StoreCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Renames on a store that renames at once: they are one request, and survive a crash around it. */
@ParameterizedClass
@EnumSource(names = {"AZURE_DIRECTORIES", "GOOGLE_DIRECTORIES"})
class AtomicRenameTest {
  private static final int WRITE = 1;

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @Parameter Shape shape = Shape.MEMORY;
  @TempDir Path directory;
  private ShapeServer server;
  private FaultyStore bucket;
  private Volume volume;
  private Optional<Death> death = Optional.empty();
  private final List<StoreCall> calls = new ArrayList<>();

  /** What the store has done when the process dies that asked for the rename. */
  enum Death {
    NOTHING,
    ALL
  }

  private static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  @BeforeEach
  void open() {
    server = ShapeServer.start(shape, directory);
    bucket = new FaultyStore(server.open(1));
    put("f", "text");
    put("d/a", "text");
    volume =
        new Volume(
            new InterceptedStore(bucket, this::ask),
            VolumeOptions.DEFAULT.withObjectMetadata(true),
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine,
            Volume.capabilities(shape, 1));
  }

  @AfterEach
  void close() {
    volume.close();
    engine.close();
    server.close();
  }

  private synchronized <T> T ask(StoreCall call, Supplier<T> next) {
    calls.add(call);
    if (death.isEmpty() || call != StoreCall.RENAME) {
      return next.get();
    }
    if (death.get() == Death.ALL) {
      T _ = next.get();
    }
    throw new Died();
  }

  private void put(String key, String text) {
    bucket.put(key, text.getBytes(UTF_8));
  }

  /** Returns the texts of files by their keys. */
  private Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    bucket.contents().forEach((key, bytes) -> texts.put(key, new String(bytes, UTF_8)));
    texts.keySet().removeIf(key -> key.endsWith("/"));
    return texts;
  }

  private void rename(String from, String to, boolean replace, RequestId request) {
    volume.fs().rename(FileSystem.ROOT, from, FileSystem.ROOT, to, replace, request).await();
  }

  private void rename(String from, String to) {
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, from);
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, to);
    rename(from, to, true, volume.request());
  }

  /** Returns the request as it comes again. */
  private RequestId diesRenaming(Death when, String from, String to) {
    assertThat(volume.lookup(FileSystem.ROOT, from)).isPresent();
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, to);
    RequestId request = volume.request();
    death = Optional.of(when);
    assertThat(catchThrowable(() -> rename(from, to, true, request))).isNotNull();
    return new RequestId(request.number(), true);
  }

  private void nextProcess() {
    volume.restart(() -> death = Optional.empty());
    awaitSettled();
  }

  private void awaitSettled() {
    await()
        .pollInterval(Duration.ofMillis(1))
        .untilAsserted(() ->
            assertThat(new RenameIntentLog(directory.resolve("staging/renames")).unfinished())
                .isEmpty());
  }

  @Test
  void aDirectoryIsRenamedByOneRequestAndItsFilesKeepTheirNumbers() {
    long file = volume.walk(List.of("d", "a")).orElseThrow().id();

    rename("d", "e");

    assertThat(calls.stream().filter(StoreCall::isChange)).containsExactly(StoreCall.RENAME);
    assertThat(texts()).isEqualTo(Map.of("f", "text", "e/a", "text"));
    assertThat(volume.walk(List.of("e", "a")).orElseThrow().id()).isEqualTo(file);
    assertThat(volume.walk(List.of("d"))).isEmpty();
  }

  @Test
  void aFileIsRenamedByOneRequest() {
    put("g", "replaced");

    rename("f", "g");

    assertThat(calls.stream().filter(StoreCall::isChange)).containsExactly(StoreCall.RENAME);
    assertThat(texts()).isEqualTo(Map.of("g", "text", "d/a", "text"));
  }

  @Test
  void nothingIsReplacedThatAnotherNodeMade() {
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, "g");
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, "e");
    put("g", "theirs");
    put("e/a", "theirs");

    FsException file =
        catchThrowableOfType(FsException.class, () -> rename("f", "g", false, volume.request()));
    FsException all =
        catchThrowableOfType(FsException.class, () -> rename("d", "e", true, volume.request()));

    assertThat(file.errno()).isEqualTo(Errno.EEXIST);
    assertThat(all.errno()).isEqualTo(Errno.ENOTEMPTY);
    assertThat(texts())
        .isEqualTo(Map.of("f", "text", "g", "theirs", "d/a", "text", "e/a", "theirs"));
  }

  @Test
  void anEmptyDirectoryIsReplaced() {
    volume.counted(
        volume.fs().mkdir(FileSystem.ROOT, "e", 0755, new Caller(0, 0), volume.request()).await());

    rename("d", "e");

    assertThat(texts()).isEqualTo(Map.of("f", "text", "e/a", "text"));
  }

  @ParameterizedTest
  @EnumSource
  void aFileIsAtItsNewName(Death when) {
    put("g", "replaced");
    RequestId again = diesRenaming(when, "f", "g");
    nextProcess();
    assertThat(texts()).isEqualTo(Map.of("g", "text", "d/a", "text"));
    rename("f", "g", true, again);
    assertThat(texts()).isEqualTo(Map.of("g", "text", "d/a", "text"));
  }

  @ParameterizedTest
  @EnumSource
  void aDirectoryIsAtItsNewName(Death when) {
    RequestId again = diesRenaming(when, "d", "e");
    nextProcess();
    assertThat(texts()).isEqualTo(Map.of("f", "text", "e/a", "text"));
    rename("d", "e", true, again);
    assertThat(texts()).isEqualTo(Map.of("f", "text", "e/a", "text"));
  }

  @ParameterizedTest
  @EnumSource
  void whatAnotherNodeWritesToTheNewNamesStays(Death when) {
    RequestId again = diesRenaming(when, "f", "g");
    put("g", "theirs");
    nextProcess();
    if (when == Death.ALL) {
      // As if they had written it behind the rename.
      assertThat(texts()).isEqualTo(Map.of("g", "theirs", "d/a", "text"));
      rename("f", "g", true, again);
    } else {
      FsException failed =
          catchThrowableOfType(FsException.class, () -> rename("f", "g", true, again));
      assertThat(failed.errno()).isEqualTo(Errno.EIO);
      assertThat(texts()).isEqualTo(Map.of("f", "text", "g", "theirs", "d/a", "text"));
    }

    RequestId _ = diesRenaming(when, "d", "e");
    put("e/b", "theirs");
    nextProcess();
    assertThat(texts())
        .containsEntry("e/b", "theirs")
        .containsEntry(when == Death.ALL ? "e/a" : "d/a", "text");
    assertThat(volume.walk(List.of("d", "a")).isPresent()).isEqualTo(when == Death.NOTHING);
  }

  /** What is staged goes along with its object. */
  @ParameterizedTest
  @EnumSource
  void whatIsWrittenAndNotPublishedGoesAlong(Death when) {
    long file = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    long inside = volume.walk(List.of("d", "a")).orElseThrow().id();
    long one = volume.fs().open(file, WRITE, volume.request()).await().handle();
    long other = volume.fs().open(inside, WRITE, volume.request()).await().handle();

    RequestId _ = diesRenaming(when, "f", "g");
    nextProcess();
    RequestId _ = diesRenaming(when, "d", "e");
    nextProcess();
    write(one, "mine");
    write(other, "mine");
    volume.fs().publish(one).await();
    volume.fs().publish(other).await();

    assertThat(texts()).isEqualTo(Map.of("g", "mine", "e/a", "mine"));
  }

  /** What is at the new name is the base only if it is what was renamed. */
  @Test
  void whatIsWrittenAndNotPublishedReplacesNothingOfOthers() {
    long inside = volume.walk(List.of("d", "a")).orElseThrow().id();
    long handle = volume.fs().open(inside, WRITE, volume.request()).await().handle();
    RequestId _ = diesRenaming(Death.ALL, "d", "e");
    put("e/a", "theirs");
    nextProcess();
    write(handle, "mine");

    assertThat(catchThrowable(() -> volume.fs().publish(handle).await()))
        .isInstanceOf(FsException.class);
    assertThat(texts()).containsEntry("e/a", "theirs");
  }

  /** The store may have renamed it, or do so later. */
  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "LOST"})
  void aRenameThatIsNotAnsweredIsFinishedInTheBackground(Change outcome) {
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, "f");
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, "d");
    bucket.faults().nextChanges(outcome);
    assertThat(catchThrowable(() -> rename("f", "g"))).isInstanceOf(FsException.class);
    awaitSettled();
    bucket.faults().nextChanges(outcome);
    assertThat(catchThrowable(() -> rename("d", "e"))).isInstanceOf(FsException.class);
    awaitSettled();

    assertThat(texts()).isEqualTo(Map.of("g", "text", "e/a", "text"));
    assertThat(volume.walk(List.of("e", "a"))).isPresent();
  }

  private void write(long handle, String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
      volume.fs().write(handle, 0, data).await();
    }
  }
}
