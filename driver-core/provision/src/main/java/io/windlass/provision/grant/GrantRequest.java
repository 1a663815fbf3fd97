package io.windlass.provision.grant;

import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.access.ServiceAccount;
import io.windlass.access.Signing;
import io.windlass.registry.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Request for access.
 *
 * @param buckets at least one, all on the account's backend, without duplicates
 * @param serviceAccount who is to have the access; empty: who has the key
 */
public record GrantRequest(
    AccountId account,
    List<BucketAccess> buckets,
    AccessParameters parameters,
    Optional<ServiceAccount> serviceAccount) {
  public GrantRequest {
    buckets = List.copyOf(buckets);
  }

  /** Creates a request for access by a key. */
  public GrantRequest(AccountId account, List<BucketAccess> buckets, AccessParameters parameters) {
    this(account, buckets, parameters, Optional.empty());
  }

  /**
   * Returns the fields by which a repeated request is compared; the order of the buckets does not
   * matter.
   */
  Fingerprint fingerprint() {
    Map<String, String> fields = new TreeMap<>(parameters.fingerprint());
    for (BucketAccess access : buckets) {
      AccessModes modes = access.modes();
      fields.put(
          "bucket " + access.bucket(),
          "objectData=%s objectMetadata=%s bucketMetadata=%s"
              .formatted(modes.objectData(), modes.objectMetadata(), modes.bucketMetadata()));
    }
    serviceAccount.ifPresent(who -> {
      fields.put("serviceAccount", who.subject());
      who.identity().ifPresent(identity -> fields.put("serviceAccountIdentity", identity));
    });
    return Fingerprint.of(fields);
  }

  /** Returns the principal on the backend for access that begins at {@code now}. */
  Principal principal(Instant now) {
    return new Principal(
        account.account(),
        buckets.stream()
            .map(access ->
                new BucketGrant(
                    access.bucket().bucket(),
                    parameters.prefix(),
                    access.modes(),
                    parameters.actions()))
            .toList(),
        parameters.expiresAfter().map(now::plus),
        serviceAccount,
        parameters
            .signing()
            .map(signing ->
                parameters.delegatedUserObjectId().isPresent()
                    ? Signing.BOUND_USER_DELEGATION
                    : signing),
        parameters.delegatedUserObjectId());
  }
}
