package io.windlass.provision;

import io.windlass.store.Backend;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class LocalRaceTest extends RaceContract {
  private final LocalBackend backend;

  LocalRaceTest(@TempDir Path directory) {
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
}
