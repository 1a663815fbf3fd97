package io.windlass.store.azure;

import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureManagement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The driver's own backend over the FAKE Azure, with an identity and no account key. */
public final class FakeIdentities {
  public static final String ISSUER = "https://issuer.example/cluster";

  private FakeIdentities() {}

  /**
   * Opens one named {@code azurite}, which may what OPERATIONS says; writes the identity into
   * {@code directory}.
   */
  public static AzureBackend open(FakeAzure fake, FakeAccount account, Path directory)
      throws IOException {
    return open(fake, account, directory, fake.driver(account.name()));
  }

  /** The same with the built-in role to change data alone. */
  public static AzureBackend ofContributor(FakeAzure fake, FakeAccount account, Path directory)
      throws IOException {
    return open(fake, account, directory, fake.contributor(account.name()));
  }

  private static AzureBackend open(
      FakeAzure fake, FakeAccount account, Path directory, FakeIdentity driver) throws IOException {
    write(directory, driver.clientId(), driver.secret().map(Secret::reveal).orElseThrow());
    return AzureBackend.open("azurite", connection(fake, account), new SecretDirectory(directory));
  }

  public static AzureConnection connection(FakeAzure fake, FakeAccount account) {
    return AzuriteBackends.connection(FakeBackends.as(account))
        .withDirectoriesEndpoint(account.directoriesEndpoint())
        .withManagement(
            new AzureManagement(
                fake.authority(),
                fake.manager(),
                Optional.of(FakeAzure.scope(account.name(), "")),
                Optional.of(ISSUER),
                Duration.ZERO));
  }

  public static void write(Path directory, String clientId, String secret) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("tenantId"), "fake");
    Files.writeString(directory.resolve("clientId"), clientId);
    Files.writeString(directory.resolve("clientSecret"), secret);
  }
}
