package io.windlass.store.azure;

import io.windlass.backend.Backend;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The driver's own backend over Azurite or over the FAKE Azure, with time for a machine that stands
 * still.
 */
public final class AzureBackends {
  private AzureBackends() {}

  /** Opens one named {@code azurite}; writes its key into {@code directory}. */
  public static Backend open(AzuriteServer server, Path directory) throws IOException {
    return open(server, directory, connection(server));
  }

  /** The same over an account of the fake. */
  public static Backend open(FakeAccount account, Path directory) throws IOException {
    AzuriteServer server =
        new AzuriteServer(account.endpoint().resolve("/"), account.name(), account.key());
    return open(
        server,
        directory,
        connection(server).withDirectoriesEndpoint(account.directoriesEndpoint()));
  }

  private static AzureConnection connection(AzuriteServer server) {
    return AzureConnection.to(server.accountEndpoint(), server.account())
        .withTimeouts(Patience.LONG, Patience.LONG);
  }

  private static Backend open(AzuriteServer server, Path directory, AzureConnection connection)
      throws IOException {
    return AzureBackend.open("azurite", connection, server.credentials(directory));
  }
}
