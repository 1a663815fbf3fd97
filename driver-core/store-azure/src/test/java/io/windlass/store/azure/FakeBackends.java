package io.windlass.store.azure;

import io.windlass.store.azure.fake.FakeAccount;
import io.windlass.testing.AzuriteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The driver's own backend over the FAKE Azure. */
public final class FakeBackends {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private FakeBackends() {}

  /** Opens one; writes its key into {@code directory}. */
  public static AzureBackend open(FakeAccount account, Path directory) throws IOException {
    return AzuriteBackends.open(as(account), directory, connection(account));
  }

  /** Opens one whose calls may take minutes, so that none fails because the machine is busy. */
  public static AzureBackend patient(FakeAccount account, Path directory) throws IOException {
    return AzuriteBackends.open(
        as(account), directory, connection(account).withTimeouts(PATIENCE, PATIENCE.dividedBy(2)));
  }

  private static AzureConnection connection(FakeAccount account) {
    return AzuriteBackends.connection(as(account))
        .withDirectoriesEndpoint(account.directoriesEndpoint());
  }

  /** For tests that run on Azurite, too. */
  static AzuriteServer as(FakeAccount account) {
    return new AzuriteServer(account.endpoint().resolve("/"), account.name(), account.key());
  }
}
