package io.windlass.store.azure;

import io.windlass.testing.AzuriteServer;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;

/** The driver's own backend over an Azurite of the tests. */
final class AzuriteBackends {
  private AzuriteBackends() {}

  /** Opens one named {@code azurite}; writes its key into {@code directory}. */
  static AzureBackend open(AzuriteServer server, Path directory) throws IOException {
    return open(server, directory, connection(server));
  }

  /** With time for a machine that stands still. */
  static AzureConnection connection(AzuriteServer server) {
    return AzureConnection.to(server.accountEndpoint(), server.account())
        .withTimeouts(Patience.LONG, Patience.LONG);
  }

  /** Clients with the account's key. */
  static AzureClients clients(AzuriteServer server) {
    return new AzureClients(connection(server), () -> new AzureKey.Account(server.accountKey()));
  }

  /** The same over another connection. */
  static AzureBackend open(AzuriteServer server, Path directory, AzureConnection connection)
      throws IOException {
    return AzureBackend.open("azurite", connection, server.credentials(directory));
  }
}
