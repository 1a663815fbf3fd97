package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Map;

/**
 * A bucket as a BucketClaim asks for it.
 *
 * @param name a DNS subdomain with a UID in it
 * @param protocols what the bucket must speak; v1alpha1 does not send them
 * @param parameters those of the BucketClass
 */
public record BucketRequest(
    String name, List<StorageProtocol> protocols, Map<String, String> parameters) {
  public BucketRequest {
    protocols = List.copyOf(protocols);
    parameters = Map.copyOf(parameters);
  }

  /** The same with other protocols. */
  public BucketRequest withProtocols(List<StorageProtocol> others) {
    return new BucketRequest(name, others, parameters);
  }

  /** The same with other parameters. */
  public BucketRequest withParameters(Map<String, String> others) {
    return new BucketRequest(name, protocols, others);
  }
}
