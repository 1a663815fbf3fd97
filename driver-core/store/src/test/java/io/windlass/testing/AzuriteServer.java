package io.windlass.testing;

import io.windlass.secret.Secret;
import java.net.URI;

/**
 * An Azurite server, with the key of its only storage account.
 *
 * @param endpoint base URL of the server; the account is the first segment of paths
 * @param account its name
 */
public record AzuriteServer(URI endpoint, String account, Secret accountKey) {

  /** Returns the base URL of the account. */
  public URI accountEndpoint() {
    return endpoint.resolve("/" + account);
  }
}
