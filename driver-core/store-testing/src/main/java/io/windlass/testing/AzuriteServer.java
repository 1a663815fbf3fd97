package io.windlass.testing;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An Azurite server, with the key of its only storage account; or a storage account of Azure.
 *
 * @param endpoint base URL of the server, whose account is the first segment of paths; or the base
 *     URL of the account, whose host begins with its name
 * @param account its name
 */
public record AzuriteServer(URI endpoint, String account, Secret accountKey) {

  /** Returns the base URL of the account. */
  public URI accountEndpoint() {
    return endpoint.getHost().startsWith(account + ".")
        ? endpoint
        : endpoint.resolve("/" + account);
  }

  /** Writes the key into {@code directory}, as a driver reads it. */
  public SecretDirectory credentials(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("accountKey"), accountKey.reveal());
    return new SecretDirectory(directory);
  }
}
