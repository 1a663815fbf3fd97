package io.windlass.store.azure;

import io.windlass.backend.Backend;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of data and containers on a storage account, with the identity that it was given. No
 * test of the build: test/azure/run.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AzureAccountContract implements ObjectStoreContract, BucketAdminContract {
  private AzureClients clients;
  private AzureBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    AzureAccount account = AzureAccount.given();
    backend = account.open(directory);
    clients = account.clients(directory);
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
  public BucketView look(String bucket) {
    return ContainerView.of(clients.container(bucket).getProperties().getMetadata());
  }
}
