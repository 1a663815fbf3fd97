package io.windlass.fs.staging;

import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Attributes of a staged file as it is now.
 *
 * @param size in bytes
 * @param modified modification time of the file
 * @param metadata that is published with it
 * @param properties that are published with it; empty: those of the object in the bucket, which are
 *     not read yet
 * @param revision of the object in the bucket that it is based on; empty if there is none
 * @param dirty whether the bucket lacks some of it
 * @param unlinked whether it has no name any more and so is never published
 * @param conflict whether somebody else changed the object, so that it cannot be published
 */
public record StagedView(
    long size,
    Instant modified,
    Map<String, String> metadata,
    Optional<ObjectProperties> properties,
    Optional<Revision> revision,
    boolean dirty,
    boolean unlinked,
    boolean conflict) {

  public StagedView {
    metadata = Map.copyOf(metadata);
  }

  /** Returns whether the bucket has an object of the file, which may lack later changes. */
  public boolean hasObject() {
    return revision.isPresent();
  }
}
