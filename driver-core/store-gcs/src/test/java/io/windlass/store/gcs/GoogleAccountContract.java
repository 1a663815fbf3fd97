package io.windlass.store.gcs;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.backend.Backend;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.access.AccessAdminContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of data and access on a project of Google. No test of the build: test/google/run.
 */
@TestInstance(Lifecycle.PER_CLASS)
class GoogleAccountContract
    implements ObjectStoreContract, PropertiesContract, AccessAdminContract {
  private GcsBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = GoogleAccount.given().open(directory);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Map<String, String> opaque() {
    return Map.of("storageClass", "NEARLINE", "customTime", "2030-01-02T03:04:05.000Z");
  }

  /** A principal that may change the settings of a bucket could open it to everybody. */
  @Override
  public AccessModes most() {
    return new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.READ_ONLY);
  }
}
