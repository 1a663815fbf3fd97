package io.windlass.store;

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
 */
public record Principal(String account, List<BucketGrant> buckets, Optional<Instant> expiry) {
  public Principal {
    buckets = List.copyOf(buckets);
  }
}
