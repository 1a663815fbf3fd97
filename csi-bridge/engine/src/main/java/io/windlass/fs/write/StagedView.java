package io.windlass.fs.write;

import io.windlass.store.Revision;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A staged file as it is now.
 *
 * @param size in bytes
 * @param modified when it was written or described last
 * @param metadata what is published with it
 * @param revision of the object in the bucket that it is based on; empty if there is none
 * @param dirty whether the bucket does not have all of it yet
 * @param published whether there is an object of it in the bucket, be it an older one
 * @param unlinked whether it has no name any more and so is never published
 * @param conflict whether somebody else changed the object, so that it cannot be published
 */
public record StagedView(
    long size,
    Instant modified,
    Map<String, String> metadata,
    Optional<Revision> revision,
    boolean dirty,
    boolean published,
    boolean unlinked,
    boolean conflict) {

  public StagedView {
    metadata = Map.copyOf(metadata);
  }
}
