package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.backend.Backend;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.store.contract.access.DerivedKeysContract;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Azure backend keeps the contract, on the FAKE, in an account with a hierarchical namespace.
 */
@LongForm(
    gate = {"FakeAzureContractTest", "FakeAzureDirectoryTest"},
    reason = "One thing once: the contract is shown in a flat account.")
@TestInstance(Lifecycle.PER_CLASS)
class FakeAzureHierarchyContractTest
    implements ObjectStoreContract,
        PropertiesContract,
        BucketAdminContract,
        AccessAdminContract,
        DerivedKeysContract {
  private final FakeAzure fake = new FakeAzure();
  private AzureBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    backend =
        FakeBackends.open(fake.add("contract", AccountSettings.FLAT.withDirectories()), directory);
    backend.ping();
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Map<String, String> opaque() {
    return Map.of("x-ms-access-tier", "Cool", "x-ms-encryption-scope", "own");
  }

  /** There is nothing that a container could be set to. */
  @Override
  public BucketView look(String bucket) {
    assertThat(backend.buckets().exists(bucket)).isTrue();
    return BucketView.PLAIN;
  }

  /** Settings of a container are out of a token's reach. */
  @Override
  public AccessModes most() {
    return new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
  }
}
