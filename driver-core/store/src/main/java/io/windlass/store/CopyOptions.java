package io.windlass.store;

import io.windlass.object.Condition;
import io.windlass.object.ModifiedTime;
import io.windlass.object.ObjectProperties;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Options of a copy.
 *
 * @param condition what must hold for the destination
 * @param metadata the user metadata of the copy; empty: that of the source
 * @param properties the properties of the copy, {@linkplain ObjectProperties#whole whole}; empty:
 *     those of the source, which the store may have to read first. If the caller gives metadata and
 *     properties, and the revision and size of the source, nothing has to be read
 * @param keepsModified whether a copy that gets the metadata of the source also gets the time of
 *     its last modification, as {@link io.windlass.object.ModifiedTime} says
 */
public record CopyOptions(
    Condition condition,
    Optional<Map<String, String>> metadata,
    Optional<ObjectProperties> properties,
    boolean keepsModified) {
  public CopyOptions {
    metadata = metadata.map(Map::copyOf);
    properties = properties.map(ObjectProperties::requireWhole);
  }

  /** Copies without a condition, and keeps the metadata and the properties of the source. */
  public static final CopyOptions DEFAULT =
      new CopyOptions(Condition.always(), Optional.empty(), Optional.empty(), false);

  /** Returns these options with this condition. */
  public CopyOptions withCondition(Condition required) {
    return new CopyOptions(required, metadata, properties, keepsModified);
  }

  /** Returns these options with this user metadata. */
  public CopyOptions withMetadata(Map<String, String> wanted) {
    return new CopyOptions(condition, Optional.of(wanted), properties, keepsModified);
  }

  /** Returns these options with these properties. */
  public CopyOptions withProperties(ObjectProperties wanted) {
    return new CopyOptions(condition, metadata, Optional.of(wanted), keepsModified);
  }

  /** Returns these options so that the time of the source's last modification is kept. */
  public CopyOptions keepingModified() {
    return new CopyOptions(condition, metadata, properties, true);
  }

  /**
   * Returns the metadata of the copy.
   *
   * @param source those of the source
   * @param lastModified when the source was last modified
   */
  public Map<String, String> metadataOf(Map<String, String> source, Instant lastModified) {
    return metadata.orElseGet(
        () -> keepsModified ? ModifiedTime.kept(source, lastModified) : source);
  }
}
