package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.provision.iam.FakeIamBackend;
import io.windlass.store.contract.access.AccessAdminContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The fake that the tests of grants use keeps the contract. */
@TestInstance(Lifecycle.PER_CLASS)
class FakeIamContractTest implements AccessAdminContract {
  private FakeIamBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = FakeIamBackend.open(directory);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }
}
