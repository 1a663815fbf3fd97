package io.windlass.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Account that may use buckets, with its permissions.
 *
 * @param account the driver's name of the account, unique in the backend, {@code [a-z0-9.-]{1,63}};
 *     implementations derive the backend's own names from it, the same way every time
 * @param buckets at least one
 * @param expiry when all access of the account ends
 * @param serviceAccount whose access it is; empty: of who has the account's key
 * @param signing how the account's credential is signed; empty: as is usual on the backend
 */
public record Principal(
    String account,
    List<BucketGrant> buckets,
    Optional<Instant> expiry,
    Optional<ServiceAccount> serviceAccount,
    Optional<Signing> signing) {
  public Principal {
    buckets = List.copyOf(buckets);
  }

  /** Creates an account with a key that is as usual on the backend. */
  public Principal(String account, List<BucketGrant> buckets, Optional<Instant> expiry) {
    this(account, buckets, expiry, Optional.empty(), Optional.empty());
  }
}
