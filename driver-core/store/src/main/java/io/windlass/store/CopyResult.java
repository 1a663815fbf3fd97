package io.windlass.store;

import java.time.Instant;
import java.util.Optional;

/**
 * What the server says of a copy that it made. Of size and metadata it says nothing: those are the
 * source's, or what was asked for.
 *
 * @param revision the copy's; may differ from that of the source
 * @param version id of this version where the bucket keeps versions
 * @param lastModified by the server's clock
 * @param observedAt the server's clock when it answered; the local clock where it sends none
 */
public record CopyResult(
    Revision revision, Optional<String> version, Instant lastModified, Instant observedAt) {

  /** Of an object that was made of copied parts. */
  public static CopyResult of(ObjectInfo made) {
    return new CopyResult(made.revision(), made.version(), made.lastModified(), made.observedAt());
  }
}
