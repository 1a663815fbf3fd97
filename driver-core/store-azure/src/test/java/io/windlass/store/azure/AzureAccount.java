package io.windlass.store.azure;

import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureManagement;
import io.windlass.testing.Patience;
import io.windlass.testing.RequestCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The storage account that {@code test/azure/run} was given, with its key or an identity; or a
 * server that plays one.
 *
 * @param environment the variables that the script checks
 */
record AzureAccount(Map<String, String> environment) {
  /** Names of files of credentials, by the variables that have them. */
  private static final Map<String, String> FILES =
      Map.of(
          "WINDLASS_TEST_AZURE_KEY", "accountKey",
          "AZURE_TENANT_ID", "tenantId",
          "AZURE_CLIENT_ID", "clientId",
          "AZURE_CLIENT_SECRET", "clientSecret");

  static AzureAccount given() {
    RequestCount.start();
    return new AzureAccount(System.getenv());
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
  }

  private AzureConnection connection() {
    String account =
        variable("WINDLASS_TEST_AZURE_ACCOUNT")
            .orElseThrow(() -> new IllegalStateException("run test/azure/run"));
    URI endpoint =
        URI.create(
            variable("WINDLASS_TEST_AZURE_ENDPOINT")
                .orElseGet(() -> "https://%s.blob.core.windows.net".formatted(account)));
    URI whole =
        endpoint.getHost().startsWith(account + ".") ? endpoint : endpoint.resolve("/" + account);
    AzureConnection connection =
        AzureConnection.to(whole, account).withTimeouts(Patience.LONG, Patience.LONG);
    AzureManagement management = connection.management();
    return variable("WINDLASS_TEST_AZURE_AUTHORITY")
        .map(authority ->
            connection.withManagement(
                new AzureManagement(
                    URI.create(authority),
                    management.manager(),
                    management.resource(),
                    management.issuer(),
                    management.rolesEffectiveAfter())))
        .orElse(connection);
  }

  /** Returns the driver's own backend; writes the credentials into {@code directory}. */
  AzureBackend open(Path directory) {
    return AzureBackend.open("account", connection(), written(directory));
  }

  /** Returns the driver's own clients; writes the credentials into {@code directory}. */
  AzureClients clients(Path directory) {
    AzureConnection connection = connection();
    return new AzureClients(connection, new AzureCredentials(written(directory), connection)::own);
  }

  private SecretDirectory written(Path directory) {
    FILES.forEach((name, file) ->
        variable(name)
            .ifPresent(value -> {
              try {
                Files.writeString(directory.resolve(file), value);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
    return new SecretDirectory(directory);
  }
}
