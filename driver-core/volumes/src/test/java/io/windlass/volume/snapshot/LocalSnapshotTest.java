package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import io.windlass.volume.VolumeId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSnapshotTest extends SnapshotContract {
  private final LocalBackend backend;

  LocalSnapshotTest(@TempDir Path directory) {
    this.backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Override
  Backend backend() {
    return backend;
  }

  @Test
  void aGroupThatIsWrittenToIsRefusedAndLeavesNothing() {
    List<VolumeId> sources = List.of(volumeWithFiles(Map.of()), volumeWithFiles(Map.of()));
    TrapBackend writing =
        TrapBackend.pausing(
            60, Side.AFTER, () -> world.write(sources.getFirst(), "meanwhile", "written"));
    World.Driver disturbed = world.driver(writing.over(backend));
    assertThatThrownBy(() -> disturbed.services().groups().create("g", sources))
        .isInstanceOf(DriverException.FailedPrecondition.class)
        .hasMessageContaining(sources.getFirst().toString());
    sources.forEach(volume -> World.delete(driver, volume));
    world.requireNothingLeft();
  }
}
