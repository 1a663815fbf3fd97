package io.windlass.endtoend;

import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;

@RealServer(AzuriteServer.class)
@LongForm(gate = "MinioCosiTest", reason = "the same contract on another store")
class AzuriteCosiTest extends CosiContract {
  private final AzuriteServer server;

  AzuriteCosiTest(AzuriteServer server) {
    this.server = server;
  }

  @Override
  DriverSetup setup() {
    return DriverSetup.azurite(server);
  }

  @Override
  StoreDialect dialect() {
    return new AzureDialect();
  }

  @Override
  void makeBucket(String name) {
    new BlobServiceClientBuilder()
        .endpoint(server.accountEndpoint().toString())
        .credential(new StorageSharedKeyCredential(server.account(), server.accountKey().reveal()))
        .buildClient()
        .createBlobContainer(name);
  }

  @Override
  boolean hasVersions() {
    return false;
  }

  @Override
  boolean reachesSeveral() {
    return false;
  }
}
