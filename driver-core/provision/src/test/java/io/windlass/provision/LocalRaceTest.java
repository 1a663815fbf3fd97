package io.windlass.provision;

import io.windlass.store.Backend;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.RegistryInMemory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class LocalRaceTest extends RaceContract {
  private final Backend backend;

  LocalRaceTest(@TempDir Path directory) {
    this.backend =
        RegistryInMemory.over(LocalBackend.open(LocalConfig.in(directory.resolve("store"))));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Override
  Backend backend() {
    return backend;
  }
}
