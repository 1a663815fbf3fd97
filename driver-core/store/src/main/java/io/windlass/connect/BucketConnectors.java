package io.windlass.connect;

import io.windlass.access.Protocol;
import java.util.List;
import java.util.Optional;

/**
 * Connectors of the protocols whose buckets can be mounted.
 *
 * @param all at most one of each protocol
 */
public record BucketConnectors(List<BucketConnector> all) {
  public BucketConnectors {
    all = List.copyOf(all);
  }

  /** Returns the connector of a protocol; empty where its buckets cannot be mounted. */
  public Optional<BucketConnector> of(Protocol protocol) {
    return all.stream().filter(each -> each.protocol().equals(protocol)).findFirst();
  }

  /** Returns the connector whose URIs of buckets have this scheme. */
  public Optional<BucketConnector> ofScheme(String scheme) {
    return all.stream().filter(each -> each.uriScheme().equals(scheme)).findFirst();
  }

  /** Returns the connector of the protocol with this name. */
  public Optional<BucketConnector> of(String protocol) {
    return all.stream().filter(each -> each.protocol().isNamed(protocol)).findFirst();
  }
}
