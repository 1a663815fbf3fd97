package io.windlass.provision;

import io.windlass.store.Backend;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalRotationTest extends RotationContract {
  private final LocalBackend backend;

  LocalRotationTest(@TempDir Path directory) {
    this.backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
  }

  @Override
  Backend backend() {
    return backend;
  }

  @Override
  void close() {
    backend.close();
  }
}
