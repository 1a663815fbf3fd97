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
 * @param delegatedUser id of the only one who can use the credential, in the backend's terms;
 *     empty: whoever has it
 */
public record Principal(
    String account,
    List<BucketGrant> buckets,
    Optional<Instant> expiry,
    Optional<ServiceAccount> serviceAccount,
    Optional<Signing> signing,
    Optional<String> delegatedUser) {
  public Principal {
    buckets = List.copyOf(buckets);
  }

  /** Creates an account whose credential whoever has it can use. */
  public Principal(
      String account,
      List<BucketGrant> buckets,
      Optional<Instant> expiry,
      Optional<ServiceAccount> serviceAccount,
      Optional<Signing> signing) {
    this(account, buckets, expiry, serviceAccount, signing, Optional.empty());
  }

  /** Creates an account with a key that is as usual on the backend. */
  public Principal(String account, List<BucketGrant> buckets, Optional<Instant> expiry) {
    this(account, buckets, expiry, Optional.empty(), Optional.empty());
  }
}
