package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.testing.LongForm;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

@LongForm(
    gate = {"FakeIamRotationTest", "LocalCrashTest"},
    reason = "the same rotations as where keys are numbered")
class LocalRotationTest extends RotationContract {
  private final Backend backend;

  LocalRotationTest(@TempDir Path directory) {
    this.backend = EmbeddedBackend.in(directory);
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
