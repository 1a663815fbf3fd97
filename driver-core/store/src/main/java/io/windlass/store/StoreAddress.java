package io.windlass.store;

import java.util.Map;

/**
 * A bucket and how its server is reached, in text that messages carry and that only the {@link
 * StoreConnector} of the protocol reads. Holds no secret.
 *
 * @param bucket the backend's own name of the bucket or container
 * @param fields by the connector's names of them
 */
public record StoreAddress(Protocol protocol, String bucket, Map<String, String> fields) {
  public StoreAddress {
    fields = Map.copyOf(fields);
  }
}
