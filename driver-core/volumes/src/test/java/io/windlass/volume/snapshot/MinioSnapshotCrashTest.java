package io.windlass.volume.snapshot;

import static io.windlass.volume.snapshot.World.delete;
import static io.windlass.volume.snapshot.World.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import io.windlass.volume.ContentSource.OfVolume;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.World.Driver;
import io.windlass.volume.snapshot.World.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The driver dies at calls that it makes to the server; its successor is asked the same, and then
 * for everything to go.
 */
@RealServer(MinioServer.class)
@LongForm(
    gate = {"LocalSnapshotTest", "MinioVersionsTest"},
    reason = "dozens of deaths, after each of which the server is awaited")
@Execution(ExecutionMode.CONCURRENT) // each waits until the server keeps versions, again and again
class MinioSnapshotCrashTest {
  private static final int MORE_CALLS_THAN_ANY = 120;

  private final VolumeId clone = new VolumeId("minio", UniqueName.of("clone"), Optional.empty());

  private final Backend backend;

  MinioSnapshotCrashTest(MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    this.backend = MinioBackends.patient(server, directory, () -> ring);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void takingASnapshot() {
    everywhere(2, (_, _) -> {}, (driver, source) -> snapshot(driver, "s", source));
  }

  @Test
  void removingTheLastSnapshotOfAVolumeThatIsGone() {
    everywhere(
        3,
        (driver, source) -> {
          snapshot(driver, "s", source);
          delete(driver, source);
        },
        (driver, _) -> removeSnapshot(driver));
  }

  @Test
  void cloning() {
    everywhere(
        4,
        (_, _) -> {},
        (driver, source) -> World.filled(driver, clone.bucket(), new OfVolume(source.toString())));
  }

  @Test
  void cloningAVolumeThatIsDeletedMeanwhile() {
    int finished = 0;
    int undone = 0;
    boolean died = true;
    for (int call = 1; died; call += 5) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      World world = new World(backend);
      VolumeId source = World.volume(world.driver(), UniqueName.of("crash"), Map.of());
      world.write(source, "a", "a");
      Map<String, File> files = world.files(source);
      OfVolume from = new OfVolume(source.toString());
      died = false;
      try {
        Backend crashing = TrapBackend.crashing(call, Side.AFTER).over(backend);
        World.filled(world.driver(crashing), clone.bucket(), from);
      } catch (Crash e) {
        died = true;
      }
      Driver successor = world.driver();
      delete(successor, source);
      try {
        World.filled(successor, clone.bucket(), from);
        assertThat(world.files(clone)).isEqualTo(files);
        delete(successor, clone);
        finished++;
      } catch (DriverException.NotFound e) {
        undone++;
      }
      assertThat(world.exists(clone)).isFalse();
      assertThat(world.exists(source)).isFalse();
      world.requireNothingLeft();
    }
    assertThat(finished).as("what was kept of the source is enough").isGreaterThan(1);
    assertThat(undone).as("nothing was kept of the source yet").isPositive();
  }

  private static void removeSnapshot(Driver driver) {
    World.patiently(() -> driver.services().snapshots().delete(SnapshotId.suggested("minio", "s")));
  }

  /** Dies at every {@code stride}th call, now before it and now after. */
  private void everywhere(
      int stride, BiConsumer<Driver, VolumeId> before, BiConsumer<Driver, VolumeId> deed) {
    int deaths = 0;
    for (int call = 1; call < MORE_CALLS_THAN_ANY; call += stride) {
      World world = new World(backend);
      VolumeId source = World.volume(world.driver(), UniqueName.of("crash"), Map.of());
      for (String key : List.of("a", "b", "c")) {
        world.write(source, key, key);
      }
      Map<String, File> files = world.files(source);
      before.accept(world.driver(), source);
      Side side = call / stride % 2 == 0 ? Side.BEFORE : Side.AFTER;
      boolean died = false;
      try {
        deed.accept(world.driver(TrapBackend.crashing(call, side).over(backend)), source);
      } catch (Crash e) {
        died = true;
        deaths++;
      }
      Driver successor = world.driver();
      deed.accept(successor, source);
      if (world.exists(clone)) {
        assertThat(world.files(clone)).isEqualTo(files);
        delete(successor, clone);
      }
      delete(successor, source);
      removeSnapshot(successor);
      assertThat(world.exists(source)).isFalse();
      world.requireNothingLeft();
      if (!died) {
        assertThat(deaths).isPositive();
        return;
      }
    }
    throw new AssertionError("more calls than expected");
  }
}
