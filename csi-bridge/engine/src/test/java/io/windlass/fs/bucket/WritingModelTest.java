package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random operations on a volume that is written, while its process is replaced and requests come
 * twice, against a tree in memory. The kernel says late that a file was closed, in any order and
 * twice, sometimes without asking before that it is published; then it is published beside the
 * operations that come next, which meet the request on its way. A failure names its seed.
 */
@BothForms
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WritingModelTest {
  private static final long MIN_PART = 4;
  private static final int SEEDS = TestForm.amount("windlass.seeds", 40, 400);

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(16 << 20), Optional.empty());

  @TempDir Path directory;

  @AfterAll
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @EnumSource
  void aVolumeIsWhatWasMadeOfIt(Shape shape) throws Exception {
    int only = Integer.getInteger("windlass.seed", -1);
    int copiedInto = 0;
    try (ShapeServer server = ShapeServer.start(shape, directory)) {
      for (int seed : only < 0 ? shape.share(SEEDS).toArray() : new int[] {only}) {
        Path place = directory.resolve(shape + "-seed" + seed);
        WritingModelRun run =
            new WritingModelRun(
                server.open(MIN_PART), Volume.capabilities(shape, MIN_PART), seed, place, engine);
        try {
          run.steps();
          run.close();
          run.nothingIsLeft();
          copiedInto += run.copiedInto();
        } catch (AssertionError | RuntimeException e) {
          run.close();
          throw new AssertionError("seed %d, after %s".formatted(seed, run.trail()), e);
        }
        World.delete(place);
      }
    }
    assertThat(copiedInto)
        .as("ranges that were copied into files")
        .isGreaterThanOrEqualTo(
            only < 0 && shape.copiesRanges() ? (int) shape.share(SEEDS).count() / 100 : 0);
  }
}
