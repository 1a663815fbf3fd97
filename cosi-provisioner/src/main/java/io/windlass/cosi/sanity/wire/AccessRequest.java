package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An access as a BucketAccess asks for it.
 *
 * @param account a name with a UID in it
 * @param protocol what the workload speaks; v1alpha1 does not send it
 * @param serviceAccount the workload's service account, which is then the way it authenticates;
 *     empty: with a key
 * @param parameters those of the BucketAccessClass
 * @param buckets one or, where the driver can, several
 */
public record AccessRequest(
    String account,
    StorageProtocol protocol,
    Optional<String> serviceAccount,
    Map<String, String> parameters,
    List<AccessedBucket> buckets) {
  public AccessRequest {
    parameters = Map.copyOf(parameters);
    buckets = List.copyOf(buckets);
  }

  /** A bucket, and what is to be done with it. */
  public record AccessedBucket(Bucket bucket, GrantModes modes) {}

  /** The same for other buckets, or with other modes. */
  public AccessRequest withBuckets(List<AccessedBucket> others) {
    return new AccessRequest(account, protocol, serviceAccount, parameters, others);
  }

  /** The same with other parameters. */
  public AccessRequest withParameters(Map<String, String> others) {
    return new AccessRequest(account, protocol, serviceAccount, others, buckets);
  }

  /** The same over another protocol. */
  public AccessRequest withProtocol(StorageProtocol other) {
    return new AccessRequest(account, other, serviceAccount, parameters, buckets);
  }

  /** The same for a workload that authenticates as a service account. */
  public AccessRequest withServiceAccount(String name) {
    return new AccessRequest(account, protocol, Optional.of(name), parameters, buckets);
  }
}
