package io.windlass.store.gcs;

import io.windlass.backend.Backend;
import io.windlass.connect.BackendConfig;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsCredentials;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Configuration of Cloud Storage of one project.
 *
 * @param name name of the backend, {@code [a-z0-9-]{1,32}}
 * @param connection how the service is reached
 * @param credentials the driver's identity, in the file that {@link GcsCredentials} names; empty:
 *     the identity of the machine
 */
public record GcsConfig(
    String name, GcsConnection connection, Optional<SecretDirectory> credentials)
    implements BackendConfig {

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public GcsConfig {
    if (!name.matches("[a-z0-9-]{1,32}")) {
      throw new IllegalArgumentException("name must be 1 to 32 of a-z, 0-9 and '-'");
    }
  }

  @Override
  public String place() {
    return "at %s, project %s".formatted(connection.endpoint(), connection.project());
  }

  /** Names of buckets are Google's, whatever the project. */
  @Override
  public String namespace() {
    return connection.endpoint().toString();
  }

  @Override
  public Optional<Path> makes() {
    return Optional.empty();
  }

  /** Does not use the keyring, because the service chooses the keys. */
  @Override
  public Backend open(Supplier<Keyring> keyring) {
    return GcsBackend.open(name, connection, credentials);
  }
}
