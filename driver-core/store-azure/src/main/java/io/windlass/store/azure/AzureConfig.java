package io.windlass.store.azure;

import io.windlass.backend.Backend;
import io.windlass.connect.BackendConfig;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.client.AzureConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Configuration of one storage account of Azure's.
 *
 * @param name name of the backend, {@code [a-z0-9-]{1,32}}
 * @param connection how the account is reached, by the driver and by workloads
 * @param credentials the account's key, in the files that {@link AzureCredentials} names
 * @param sessionLife how long the token of a node works
 */
public record AzureConfig(
    String name, AzureConnection connection, SecretDirectory credentials, Duration sessionLife)
    implements BackendConfig {

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public AzureConfig {
    if (!name.matches("[a-z0-9-]{1,32}")) {
      throw new IllegalArgumentException("name must be 1 to 32 of a-z, 0-9 and '-'");
    }
  }

  @Override
  public String place() {
    return "at " + connection.endpoint();
  }

  @Override
  public Optional<Path> makes() {
    return Optional.empty();
  }

  /** Tokens follow from the account's key, and not from the keyring. */
  @Override
  public Backend open(Supplier<Keyring> keyring) {
    return AzureBackend.open(name, connection, credentials, sessionLife);
  }
}
