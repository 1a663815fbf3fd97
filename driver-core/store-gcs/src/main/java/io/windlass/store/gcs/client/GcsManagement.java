package io.windlass.store.gcs.client;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How access to buckets is managed.
 *
 * @param iam base URL of the API of IAM, where service accounts and roles are
 * @param sts base URL of the security token service, which makes tokens for nodes
 * @param pool the workload identity pool of the cluster, {@code
 *     projects/NUMBER/locations/global/workloadIdentityPools/POOL}, for access of its service
 *     accounts; empty: they get none
 * @param policiesEffectiveAfter how long a changed policy or key state may take to become effective
 * @param keysTriedFor how long trials of a key have to have the same answer before it is believed
 */
public record GcsManagement(
    URI iam,
    URI sts,
    Optional<String> pool,
    Duration policiesEffectiveAfter,
    Duration keysTriedFor) {
  /** "Access change propagation": "typically 2 minutes, potentially 7 minutes or longer". */
  public static final Duration DEFAULT_POLICIES_EFFECTIVE_AFTER = Duration.ofMinutes(7);

  /** Replicas of AWS, of which there are figures, were seen to differ by 3 to 4 seconds. */
  public static final Duration DEFAULT_KEYS_TRIED_FOR = Duration.ofSeconds(5);

  /** The form of the name of a pool. */
  public static final String POOL =
      "projects/[0-9]{1,20}/locations/global/workloadIdentityPools/[a-z0-9.:-]{4,80}";

  /** Google's own, without a pool. */
  public static final GcsManagement PUBLIC =
      new GcsManagement(
          URI.create("https://iam.googleapis.com"),
          URI.create("https://sts.googleapis.com"),
          Optional.empty(),
          DEFAULT_POLICIES_EFFECTIVE_AFTER,
          DEFAULT_KEYS_TRIED_FOR);

  /** Throws {@link IllegalArgumentException} that names the field and what would be right. */
  public GcsManagement {
    if (!GcsConnection.isEndpoint(iam)) {
      throw new IllegalArgumentException("iam must be " + GcsConnection.ENDPOINT_RIGHT);
    }
    if (!GcsConnection.isEndpoint(sts)) {
      throw new IllegalArgumentException("sts must be " + GcsConnection.ENDPOINT_RIGHT);
    }
    if (pool.filter(name -> !name.matches(POOL)).isPresent()) {
      throw new IllegalArgumentException(
          "pool must be like projects/123/locations/global/workloadIdentityPools/NAME");
    }
    if (policiesEffectiveAfter.isNegative()) {
      throw new IllegalArgumentException("policiesEffectiveAfter must not be negative");
    }
    if (keysTriedFor.isNegative()) {
      throw new IllegalArgumentException("keysTriedFor must not be negative");
    }
  }
}
