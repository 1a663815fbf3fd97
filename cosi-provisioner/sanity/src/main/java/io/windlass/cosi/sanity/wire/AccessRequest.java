package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Request for an access, as it follows from a BucketAccess.
 *
 * @param account suggested name, which contains a UID
 * @param protocol protocol of the workload; v1alpha1 does not send it
 * @param serviceAccount service account that the workload authenticates as; empty: it authenticates
 *     with a key
 * @param parameters parameters of the BucketAccessClass
 * @param buckets one bucket or, if the driver supports it, several
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

  /** A bucket, and the access modes for it. */
  public record AccessedBucket(Bucket bucket, GrantModes modes) {}

  /** Returns this request for other buckets, or with other modes. */
  public AccessRequest withBuckets(List<AccessedBucket> others) {
    return new AccessRequest(account, protocol, serviceAccount, parameters, others);
  }

  /** Returns this request with other parameters. */
  public AccessRequest withParameters(Map<String, String> others) {
    return new AccessRequest(account, protocol, serviceAccount, others, buckets);
  }

  /** Returns this request with another protocol. */
  public AccessRequest withProtocol(StorageProtocol other) {
    return new AccessRequest(account, other, serviceAccount, parameters, buckets);
  }

  /** Returns this request for a workload that authenticates as a service account. */
  public AccessRequest withServiceAccount(String name) {
    return new AccessRequest(account, protocol, Optional.of(name), parameters, buckets);
  }
}
