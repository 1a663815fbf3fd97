package io.windlass.store.azure.access;

import com.azure.storage.blob.models.UserDelegationKey;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Temporary keys that the service lends an identity ("Get User Delegation Key"). Each token has one
 * of its own: the account's administrator can end all keys that were lent, and nothing says so.
 */
record DelegationKeys(AzureClients clients) {
  /** Longest validity of a key, and so of a token. */
  static final Duration LONGEST = Duration.ofDays(7);

  /** Returns a key that is valid from one time to another, at most {@link #LONGEST} later. */
  UserDelegationKey key(AzureIdentity identity, Instant from, Instant until) {
    return clients
        .serviceAs(identity)
        .getUserDelegationKey(from.atOffset(ZoneOffset.UTC), until.atOffset(ZoneOffset.UTC));
  }
}
