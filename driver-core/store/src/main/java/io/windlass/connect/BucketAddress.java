package io.windlass.connect;

import io.windlass.access.Protocol;
import java.util.Map;
import java.util.Optional;

/**
 * Address of a bucket: its name and how its server is reached, as text for messages between
 * processes. Only the {@link BucketConnector} of the protocol interprets the fields. Contains no
 * secret.
 *
 * @param bucket the backend's own name of the bucket or container
 * @param fields values by the connector's own names of the fields
 */
public record BucketAddress(Protocol protocol, String bucket, Map<String, String> fields) {
  public BucketAddress {
    fields = Map.copyOf(fields);
  }

  /**
   * Returns the value of a field.
   *
   * @throws IllegalArgumentException when the address lacks it
   */
  public String field(String name) {
    return Optional.ofNullable(fields.get(name))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "the address of bucket %s lacks %s".formatted(bucket, name)));
  }
}
