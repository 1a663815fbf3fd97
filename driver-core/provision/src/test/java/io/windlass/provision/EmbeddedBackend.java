package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.RegistryInMemory;
import java.nio.file.Path;

/** The embedded server, with its registry in memory. */
final class EmbeddedBackend {
  private EmbeddedBackend() {}

  /** Starts one over a directory that it makes in {@code directory}. */
  static Backend in(Path directory) {
    return RegistryInMemory.over(LocalBackend.open(LocalConfig.in(directory.resolve("store"))));
  }
}
