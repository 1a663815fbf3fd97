package io.windlass.store.azure;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.backend.Backend;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
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
  private FakeAccount account;
  private AzureBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    account = fake.add("contract", AccountSettings.FLAT.withDirectories());
    backend = FakeBackends.open(account, directory);
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

  @Override
  public BucketView look(String bucket) {
    return ContainerView.of(account.metadataOf(bucket));
  }

  /** Settings of a container are out of a token's reach. */
  @Override
  public AccessModes most() {
    return new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
  }
}
