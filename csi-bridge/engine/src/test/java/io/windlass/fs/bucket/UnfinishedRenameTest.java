package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.namespace.RenameIntentLog;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.linux.Errno;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.InterceptedStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node dies while it renames, and another node writes to the new name before the next process
 * goes on: nothing of what was written is lost. {@link AtomicRenameTest} does so where renames are
 * no copies.
 */
@ParameterizedClass
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnumSource(
    mode = Mode.EXCLUDE,
    names = {"AZURE_DIRECTORIES", "GOOGLE_DIRECTORIES"})
class UnfinishedRenameTest {
  private static final int WRITE = 1;

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @Parameter Shape shape = Shape.MEMORY;
  private ShapeServer server;
  private Path directory;
  private FaultyStore bucket;
  private Volume volume;
  private Runnable beforeDeath;
  private Optional<Death> death;
  private int changes;

  /** Points at which a process dies that renames a file, or a directory of one. */
  enum Death {
    BEFORE_THE_COPY(0, false),
    BEFORE_THE_ANSWER_TO_THE_COPY(0, true),
    BEFORE_THE_DELETION(1, false),
    BEFORE_THE_ANSWER_TO_THE_DELETION(1, true);

    private final int change;
    private final boolean done;

    Death(int change, boolean done) {
      this.change = change;
      this.done = done;
    }

    /** Returns whether the process learned that the store had copied. */
    boolean isBehindCopy() {
      return change > 0;
    }
  }

  private static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  @BeforeAll
  void startServer(@TempDir Path scratch) {
    server = ShapeServer.start(shape, scratch);
  }

  @BeforeEach
  void open(@TempDir Path fresh) {
    directory = fresh;
    beforeDeath = () -> {};
    death = Optional.empty();
    changes = 0;
    bucket = new FaultyStore(server.open(1));
    write("f", "text");
    write("d/a", "text");
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
  }

  @AfterAll
  void closeServer() {
    engine.close();
    server.close();
  }

  private synchronized <T> T ask(StoreCall call, Supplier<T> next) {
    if (death.isEmpty() || !call.isChange()) {
      return next.get();
    }
    int change = changes++;
    if (change < death.get().change) {
      return next.get();
    }
    if (change == death.get().change) {
      beforeDeath.run();
      if (death.get().done) {
        T _ = next.get();
      }
    }
    // Its threads in the background go on, and change nothing any more.
    throw new Died();
  }

  private void write(String key, String text) {
    bucket.put(key, text.getBytes(UTF_8));
  }

  private Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    bucket.contents().forEach((key, bytes) -> texts.put(key, new String(bytes, UTF_8)));
    return texts;
  }

  private void rename(String from, String to, RequestId request) {
    volume.fs().rename(FileSystem.ROOT, from, FileSystem.ROOT, to, true, request).await();
  }

  /** The request comes again. */
  private RequestId diesRenaming(Death when, String from, String to) {
    // The kernel looks up both names before.
    assertThat(volume.lookup(FileSystem.ROOT, from)).isPresent();
    Optional<Node> _ = volume.lookup(FileSystem.ROOT, to);
    RequestId request = volume.request();
    death = Optional.of(when);
    assertThat(catchThrowable(() -> rename(from, to, request))).isNotNull();
    return new RequestId(request.number(), true);
  }

  private void nextProcess() {
    volume.restart(() -> death = Optional.empty());
    await()
        .pollInterval(Duration.ofMillis(1))
        .untilAsserted(() ->
            assertThat(new RenameIntentLog(directory.resolve("staging/renames")).unfinished())
                .isEmpty());
  }

  static Stream<Arguments> deaths() {
    return Stream.of(Death.values())
        .flatMap(death -> Stream.of(true, false).map(replaced -> Arguments.of(death, replaced)));
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void aFileIsAtItsNewName(Death when, boolean replaces) {
    if (replaces) {
      write("g", "replaced");
    }
    RequestId again = diesRenaming(when, "f", "g");
    nextProcess();
    assertThat(texts()).isEqualTo(Map.of("g", "text", "d/a", "text"));
    rename("f", "g", again);
    assertThat(texts()).isEqualTo(Map.of("g", "text", "d/a", "text"));
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void whatAnotherNodeWritesToTheNewNameStays(Death when, boolean replaces) {
    if (replaces) {
      write("g", "replaced");
    }
    RequestId again = diesRenaming(when, "f", "g");
    write("g", "theirs");
    nextProcess();
    if (when.isBehindCopy()) {
      // As if they had written it behind the rename.
      assertThat(texts()).isEqualTo(Map.of("g", "theirs", "d/a", "text"));
      rename("f", "g", again);
      assertThat(texts()).isEqualTo(Map.of("g", "theirs", "d/a", "text"));
    } else {
      assertThat(texts()).isEqualTo(Map.of("f", "text", "g", "theirs", "d/a", "text"));
      FsException failed = catchThrowableOfType(FsException.class, () -> rename("f", "g", again));
      assertThat(failed.errno()).isEqualTo(Errno.EIO);
      assertThat(texts()).isEqualTo(Map.of("f", "text", "g", "theirs", "d/a", "text"));
      rename("f", "g", volume.request());
      assertThat(texts()).isEqualTo(Map.of("g", "text", "d/a", "text"));
    }
  }

  /** The ETag of S3 is the same for the same bytes, whatever their metadata. */
  @ParameterizedTest
  @EnumSource
  void theSameBytesWithOtherMetadataAreAnotherObject(Death when) {
    RequestId _ = diesRenaming(when, "f", "g");
    PutOptions theirs = PutOptions.DEFAULT.withMetadata(Map.of("owner", "them"));
    ObjectInfo _ = bucket.put("g", Content.of("text".getBytes(UTF_8)), theirs);
    nextProcess();
    assertThat(texts())
        .isEqualTo(
            when.isBehindCopy()
                ? Map.of("g", "text", "d/a", "text")
                : Map.of("f", "text", "g", "text", "d/a", "text"));
    assertThat(bucket.head("g").metadata()).isEqualTo(Map.of("owner", "them"));
  }

  @ParameterizedTest
  @EnumSource
  void whatAnotherNodeWritesBelowTheNewNameOfADirectoryStays(Death when) {
    RequestId _ = diesRenaming(when, "d", "e");
    write("e/a", "theirs");
    nextProcess();
    assertThat(texts())
        .isEqualTo(
            when == Death.BEFORE_THE_ANSWER_TO_THE_DELETION
                ? Map.of("f", "text", "e/a", "theirs")
                : Map.of("f", "text", "d/a", "text", "e/a", "theirs"));
    assertThat(volume.walk(List.of("d", "a")).isPresent())
        .isEqualTo(when != Death.BEFORE_THE_ANSWER_TO_THE_DELETION);
  }

  @ParameterizedTest
  @EnumSource
  void aDirectoryIsAtItsNewName(Death when) {
    RequestId again = diesRenaming(when, "d", "e");
    nextProcess();
    rename("d", "e", again);
    assertThat(texts()).isEqualTo(Map.of("f", "text", "e/a", "text"));
  }

  /** It stays in conflict with what others made of its new name. */
  @ParameterizedTest
  @EnumSource
  void whatIsWrittenHereAndNotPublishedReplacesNothingOfOthers(Death when) {
    long node = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
    long handle = volume.fs().open(node, WRITE, volume.request()).await().handle();
    beforeDeath = () -> write(handle, "mine");
    RequestId _ = diesRenaming(when, "f", "g");
    write("g", "theirs");
    nextProcess();
    Throwable failed = catchThrowable(() -> volume.fs().publish(handle).await());
    assertThat(texts()).containsEntry("g", "theirs");
    if (when.isBehindCopy()) {
      assertThat(failed).isInstanceOf(FsException.class);
    } else {
      assertThat(texts()).containsEntry("f", "mine");
    }
  }

  /** The same of a file in a directory: others' object is not its base because it is there. */
  @ParameterizedTest
  @EnumSource
  void whatIsWrittenInADirectoryAndNotPublishedReplacesNothingOfOthers(Death when) {
    long node = volume.walk(List.of("d", "a")).orElseThrow().id();
    long handle = volume.fs().open(node, WRITE, volume.request()).await().handle();
    beforeDeath = () -> write(handle, "mine");
    RequestId _ = diesRenaming(when, "d", "e");
    write("e/a", "theirs");
    nextProcess();
    Throwable failed = catchThrowable(() -> volume.fs().publish(handle).await());
    assertThat(texts()).containsEntry("e/a", "theirs");
    if (when == Death.BEFORE_THE_ANSWER_TO_THE_DELETION) {
      assertThat(failed).isInstanceOf(FsException.class);
    } else {
      assertThat(texts()).containsEntry("d/a", "mine");
    }
  }

  private void write(long handle, String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
      volume.fs().write(handle, 0, data).await();
    }
  }
}
