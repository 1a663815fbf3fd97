package io.windlass.store.azure;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.backend.Backend;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.store.contract.access.DerivedKeysContract;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The Azure backend keeps the contract, on Azurite. */
@LongForm(
    gate = {"FakeAzureContractTest", "AzuriteStoreTest"},
    reason = "The contract is shown on the fake, which is faster and enforces more.")
@RealServer(AzuriteServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class AzuriteContractTest
    implements ObjectStoreContract,
        PropertiesContract,
        BucketAdminContract,
        AccessAdminContract,
        DerivedKeysContract {
  private final AzuriteServer server;
  private AzureBackend backend;

  AzuriteContractTest(AzuriteServer server) {
    this.server = server;
  }

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    backend = AzuriteBackends.open(server, directory);
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
    return Map.of("x-ms-access-tier", "Cool");
  }

  @Override
  public BucketView look(String bucket) {
    return ContainerView.of(
        AzuriteBackends.clients(server).container(bucket).getProperties().getMetadata());
  }

  /** Settings of a container are out of a token's reach. */
  @Override
  public AccessModes most() {
    return new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
  }
}
