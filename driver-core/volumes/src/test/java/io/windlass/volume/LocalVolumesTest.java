package io.windlass.volume;

import io.windlass.backend.Backend;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.RegistryInMemory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(Lifecycle.PER_CLASS)
class LocalVolumesTest extends VolumesContract {
  private Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = RegistryInMemory.over(LocalBackend.open(LocalConfig.in(directory)));
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  Backend backend() {
    return backend;
  }
}
