package io.windlass.store.azure;

import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;

/** The driver's own backend over an Azurite of the tests. */
public final class AzuriteBackends {
  private AzuriteBackends() {}

  /** Opens one named {@code azurite}; writes its key into {@code directory}. */
  public static AzureBackend open(AzuriteServer server, Path directory) throws IOException {
    return open(server, directory, connection(server));
  }

  /** Returns a connection with long time limits, for slow machines. */
  public static AzureConnection connection(AzuriteServer server) {
    return AzureConnection.to(server.accountEndpoint(), server.account())
        .withTimeouts(Patience.LONG, Patience.LONG);
  }

  /** Clients with the account's key. */
  public static AzureClients clients(AzuriteServer server) {
    return new AzureClients(connection(server), () -> new AzureKey.Account(server.accountKey()));
  }

  /** The same over another connection. */
  public static AzureBackend open(AzuriteServer server, Path directory, AzureConnection connection)
      throws IOException {
    return AzureBackend.open("azurite", connection, server.credentials(directory));
  }
}
