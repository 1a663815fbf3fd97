package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.fs.Attributes;
import io.windlass.fs.Caller;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.linux.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that are fine for Linux, and that no object can have in the store. */
class RefusedKeysTest {
  private static final Caller CALLER = new Caller(1000, 100);
  private static final int NEW = 0102;

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;

  @AfterEach
  void close() {
    engine.close();
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of(Shape.AZURE, "a\\b"),
        Arguments.of(Shape.AZURE, "a\u0001"),
        Arguments.of(Shape.GOOGLE, "two\nlines"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\b", "a."})
  void noFileIsCreatedOfANameThatTheStoreKnowsToBeRefused(String name) throws Exception {
    try (Trial trial = new Trial(Shape.AZURE)) {
      fails(() -> trial.create(name));
    }
  }

  /** The kernel learns of the refusal only when the file is published. */
  @ParameterizedTest
  @MethodSource("names")
  void whatTheServerAloneRefusesIsNotThereAndNothingGetsIt(Shape shape, String name)
      throws Exception {
    try (Trial trial = new Trial(shape)) {
      trial.store.faults().keysAreUnknown();
      FileSystem fs = trial.volume.fs();
      long root = FileSystem.ROOT;
      fails(() -> fs.mkdir(root, name, 0755, CALLER, trial.volume.request()).await());
      fails(() -> fs.symlink(root, name, "to", CALLER, trial.volume.request()).await());
      fails(() -> fs.rename(root, "f", root, name, true, trial.volume.request()).await());
      Created made = trial.create(name);
      trial.volume.counted(made.node());
      assertThat(made.node().attributes().mode() & Attributes.DIRECTORY).isZero();
      fails(() -> fs.publish(made.file().handle()).await());
      fs.unlink(root, name, trial.volume.request()).await();
      fs.release(made.file().handle()).await();
      assertThat(trial.volume.lookup(root, name)).isEmpty();
    }
  }

  /** A volume with a file, of which nothing else may be left at the end. */
  private final class Trial implements AutoCloseable {
    private final ShapeServer server;
    final FaultyStore store;
    final Volume volume;
    private final Path staging = directory.resolve("staging");

    Trial(Shape shape) {
      server = ShapeServer.start(shape, directory);
      store = new FaultyStore(server.open(1));
      store.put("f", new byte[] {1});
      volume =
          new Volume(
              store,
              VolumeOptions.DEFAULT
                  .withObjectMetadata(true)
                  .withTtl(Duration.ofSeconds(10), Duration.ofSeconds(5)),
              directory.resolve("state"),
              Optional.of(staging),
              engine,
              Volume.capabilities(shape, 1));
      assertThat(volume.lookup(FileSystem.ROOT, "f")).isPresent();
    }

    Created create(String name) {
      assertThat(volume.lookup(FileSystem.ROOT, name)).isEmpty();
      return volume
          .fs()
          .create(FileSystem.ROOT, name, NEW, 0100644, CALLER, volume.request())
          .await();
    }

    @Override
    public void close() throws IOException {
      assertThat(store.contents()).containsOnlyKeys("f");
      volume.forgetAll();
      volume.close();
      server.close();
      try (Stream<Path> all = Files.walk(staging)) {
        assertThat(all.filter(Files::isRegularFile)).as("what is staged").isEmpty();
      }
    }
  }

  private static void fails(ThrowingCallable deed) {
    FsException failure = catchThrowableOfType(FsException.class, deed);
    assertThat(failure).isNotNull();
    assertThat(failure.errno()).isEqualTo(Errno.EINVAL);
  }
}
