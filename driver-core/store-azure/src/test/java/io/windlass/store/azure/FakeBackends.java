package io.windlass.store.azure;

import io.windlass.fake.azure.FakeAccount;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.testing.AzuriteServer;
import java.io.IOException;
import java.nio.file.Path;

/** The driver's own backend over the FAKE Azure. */
public final class FakeBackends {
  private FakeBackends() {}

  /** Opens one; writes its key into {@code directory}. */
  public static AzureBackend open(FakeAccount account, Path directory) throws IOException {
    return AzuriteBackends.open(as(account), directory, connection(account));
  }

  private static AzureConnection connection(FakeAccount account) {
    return AzuriteBackends.connection(as(account))
        .withDirectoriesEndpoint(account.directoriesEndpoint());
  }

  /** For tests that run on Azurite, too. */
  public static AzuriteServer as(FakeAccount account) {
    return new AzuriteServer(account.endpoint().resolve("/"), account.name(), account.key());
  }
}
