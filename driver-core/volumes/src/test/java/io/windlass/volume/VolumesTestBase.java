package io.windlass.volume;

import static io.windlass.volume.TestVolumes.request;

import io.windlass.backend.Backend;
import io.windlass.object.Content;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.UniqueName;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What all tests of volumes begin and end with. After each test nothing is left in the registry.
 */
abstract class VolumesTestBase {
  TestVolumes driver;
  Volumes volumes;

  /** The backend under test, open. */
  abstract Backend backend();

  @BeforeEach
  void begin() {
    driver = new TestVolumes(backend());
    volumes = driver.volumes();
  }

  @AfterEach
  void nothingIsLeft() {
    driver.requireNothingLeft();
    driver.close();
  }

  final Volume create(String start, Map<String, String> parameters) {
    return volumes.create(request(UniqueName.of(start), 1000, parameters));
  }

  final void put(VolumeId id, String key) {
    ObjectStore objects = backend().objects(id.bucket());
    objects.put(
        id.prefix() + key, Content.of(key.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }

  static String id(Volume volume) {
    return volume.id().toString();
  }
}
