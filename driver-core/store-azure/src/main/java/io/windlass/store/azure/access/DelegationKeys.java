package io.windlass.store.azure.access;

import com.azure.storage.blob.models.UserDelegationKey;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Temporary keys that the service lends an identity ("Get User Delegation Key"). */
final class DelegationKeys {
  /** Longest validity of a key, and so of a token. */
  static final Duration LONGEST = Duration.ofDays(7);

  /** A key is lent for some longer than is needed, and used for several tokens. */
  private static final Duration LENT = Duration.ofDays(1);

  private final AzureClients clients;
  private final AtomicReference<Optional<Lent>> last = new AtomicReference<>(Optional.empty());

  private record Lent(AzureIdentity to, Instant from, Instant until, UserDelegationKey key) {}

  DelegationKeys(AzureClients clients) {
    this.clients = clients;
  }

  /** Returns a key that is valid from one time to another, at most {@link #LONGEST} later. */
  UserDelegationKey key(AzureIdentity identity, Instant from, Instant until) {
    Optional<Lent> known =
        last.get()
            .filter(lent -> lent.to.equals(identity))
            .filter(lent -> !lent.from.isAfter(from) && !lent.until.isBefore(until));
    if (known.isPresent()) {
      return known.get().key;
    }
    Instant begin = from.truncatedTo(ChronoUnit.SECONDS);
    Instant longer = from.plus(LENT);
    Instant end = (longer.isAfter(until) ? longer : until).truncatedTo(ChronoUnit.SECONDS);
    UserDelegationKey key =
        clients
            .serviceAs(identity)
            .getUserDelegationKey(begin.atOffset(ZoneOffset.UTC), end.atOffset(ZoneOffset.UTC));
    last.set(Optional.of(new Lent(identity, begin, end, key)));
    return key;
  }
}
