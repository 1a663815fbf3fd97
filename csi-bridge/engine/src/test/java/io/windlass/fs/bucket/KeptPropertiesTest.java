package io.windlass.fs.bucket;

import io.windlass.backend.Backend;
import io.windlass.store.memory.MemoryBackend;
import java.nio.file.Path;
import java.util.Map;

class KeptPropertiesTest extends KeptPropertiesContract {
  @Override
  Backend open(Path secrets) {
    return new MemoryBackend();
  }

  @Override
  Map<String, String> opaque() {
    return Map.of("storage", "cold");
  }
}
