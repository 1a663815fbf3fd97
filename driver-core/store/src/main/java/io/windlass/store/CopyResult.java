package io.windlass.store;

import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import java.time.Instant;
import java.util.Optional;

/**
 * Answer of the server to a copy, or to an update of metadata. It does not contain size and
 * metadata: those are the source's, or what the request specified.
 *
 * @param revision revision of the object that was made; may differ from that before
 * @param version id of this version where the bucket keeps versions
 * @param lastModified by the server's clock
 * @param observedAt the server's clock when it answered; the local clock where it sends none
 */
public record CopyResult(
    Revision revision, Optional<String> version, Instant lastModified, Instant observedAt) {

  /** Returns the result for an object that was assembled from copied parts. */
  public static CopyResult of(ObjectInfo made) {
    return new CopyResult(made.revision(), made.version(), made.lastModified(), made.observedAt());
  }
}
