package io.windlass.provision;

import io.windlass.backend.Backend;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class LocalRaceTest extends RaceContract {
  private final Backend backend;

  LocalRaceTest(@TempDir Path directory) {
    this.backend = EmbeddedBackend.in(directory);
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
