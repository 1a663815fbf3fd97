package io.windlass.volume.snapshot;

import io.windlass.backend.Backend;
import io.windlass.object.Condition;
import io.windlass.testing.UniqueName;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.World.Driver;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** What all tests of snapshots of a backend begin with. */
abstract class SnapshotTestBase {
  World world;
  Driver driver;

  /** The backend under test, open. */
  abstract Backend backend();

  @BeforeEach
  void begin() {
    world = new World(backend());
    driver = world.driver();
  }

  VolumeId volumeWithFiles(Map<String, String> parameters) {
    VolumeId volume = World.volume(driver, UniqueName.of("source"), parameters);
    for (int i = 0; i < 25; i++) {
      world.write(volume, "d%d/file %d-ä".formatted(i % 3, i), "first " + i);
    }
    return volume;
  }

  void change(VolumeId volume) {
    for (int i = 0; i < 25; i += 2) {
      world.write(volume, "d%d/file %d-ä".formatted(i % 3, i), "second " + i);
    }
    for (int i = 1; i < 25; i += 4) {
      String key = volume.prefix() + "d%d/file %d-ä".formatted(i % 3, i);
      world.objects(volume).delete(key, Condition.always());
    }
    world.write(volume, "new", "new");
  }
}
