package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Map;

/**
 * Request for a bucket, as it follows from a BucketClaim.
 *
 * @param name DNS subdomain, which contains a UID
 * @param protocols protocols that the bucket must support; v1alpha1 does not send them
 * @param parameters parameters of the BucketClass
 */
public record BucketRequest(
    String name, List<StorageProtocol> protocols, Map<String, String> parameters) {
  public BucketRequest {
    protocols = List.copyOf(protocols);
    parameters = Map.copyOf(parameters);
  }

  /** Returns this request with other protocols. */
  public BucketRequest withProtocols(List<StorageProtocol> others) {
    return new BucketRequest(name, others, parameters);
  }

  /** Returns this request with other parameters. */
  public BucketRequest withParameters(Map<String, String> others) {
    return new BucketRequest(name, protocols, others);
  }
}
