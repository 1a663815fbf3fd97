package io.windlass.provision;

import io.windlass.registry.Fingerprint;
import io.windlass.store.AccessModes;
import io.windlass.store.BucketGrant;
import io.windlass.store.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Request for access.
 *
 * @param buckets at least one, all on the account's backend, without duplicates
 */
public record GrantRequest(
    AccountId account, List<BucketAccess> buckets, AccessParameters parameters) {
  public GrantRequest {
    buckets = List.copyOf(buckets);
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
        parameters.expiresAfter().map(now::plus));
  }
}
