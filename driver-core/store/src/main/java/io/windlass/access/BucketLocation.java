package io.windlass.access;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Location of a bucket, in the terms of the protocol that a workload uses. Contains no secret.
 *
 * @param bucket the backend's own name of the bucket or container
 * @param endpoint base URL of the server, as workloads reach it, without the bucket. Endpoint and
 *     bucket are of one bucket only
 * @param fields what else there is to say, by the protocol's own names
 */
public record BucketLocation(
    Protocol protocol, String bucket, URI endpoint, Map<String, String> fields) {
  public BucketLocation {
    fields = Map.copyOf(fields);
  }

  /**
   * Returns the value of a field.
   *
   * @throws IllegalArgumentException that names the field, if the location lacks it
   */
  public String field(String name) {
    return Optional.ofNullable(fields.get(name))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "the location of bucket %s lacks %s".formatted(bucket, name)));
  }

  /**
   * Returns this location.
   *
   * @throws IllegalArgumentException when it is of another protocol
   */
  public BucketLocation require(Protocol wanted) {
    if (!protocol.equals(wanted)) {
      throw new IllegalArgumentException("no bucket of %s: %s".formatted(wanted, this));
    }
    return this;
  }
}
