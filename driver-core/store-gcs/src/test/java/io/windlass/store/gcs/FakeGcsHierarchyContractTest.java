package io.windlass.store.gcs;

import io.windlass.backend.Backend;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.testing.LongForm;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The backend for Google keeps the contract in hierarchical buckets, on a FAKE")
@LongForm(
    gate = {"FakeGcsContractTest", "FakeGcsFoldersTest"},
    reason = "One thing once: the contract is shown in flat buckets.")
@TestInstance(Lifecycle.PER_CLASS)
class FakeGcsHierarchyContractTest implements ObjectStoreContract {
  private final FakeGcs fake = new FakeGcs("contract");
  private GcsBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = GcsBackends.open(fake, directory);
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  public Backend backend() {
    return HierarchicalBuckets.of(backend);
  }
}
