package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.provision.iam.FakeIamBackend;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Rotation where the server numbers keys, shows secrets once, and has room for two. */
class FakeIamRotationTest extends RotationContract {
  private final FakeIamBackend backend;

  FakeIamRotationTest(@TempDir Path directory) {
    this.backend = FakeIamBackend.open(directory.resolve("store"));
  }

  @Override
  Backend backend() {
    return backend;
  }

  @Override
  boolean disable(String account) {
    backend.iam().deactivateAccessKeys("windlass-" + account);
    return true;
  }

  @Override
  void close() {
    backend.close();
  }
}
