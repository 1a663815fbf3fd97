package io.windlass.store.azure.client;

import io.windlass.secret.Secret;

/** Credential for requests to a storage account. */
public sealed interface AzureKey {
  /** A key of the account, which permits everything. */
  record Account(Secret key) implements AzureKey {}

  /**
   * A shared access signature.
   *
   * @param token its parameters as a query, without a question mark
   */
  record Token(Secret token) implements AzureKey {}

  /** An identity, which has roles. */
  record Identity(AzureIdentity identity) implements AzureKey {}
}
