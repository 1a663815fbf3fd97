package io.windlass.object;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Description of an object by the server.
 *
 * @param key the name of the object in the bucket
 * @param size length in bytes of the whole object, also when only a range was read
 * @param revision the value for {@link Condition#ifMatch}
 * @param version id of this version where the bucket keeps versions
 * @param lastModified by the server's clock
 * @param observedAt the server's clock when it answered; the local clock where it sends none
 * @param metadata user metadata, names in lower case
 * @param properties what else the object has, as far as the answer tells: see {@link
 *     io.windlass.store.ObjectStore#properties}. What completed an upload tells nothing
 */
public record ObjectInfo(
    String key,
    long size,
    Revision revision,
    Optional<String> version,
    Instant lastModified,
    Instant observedAt,
    Map<String, String> metadata,
    ObjectProperties properties) {
  public ObjectInfo {
    metadata = Map.copyOf(metadata);
  }
}
