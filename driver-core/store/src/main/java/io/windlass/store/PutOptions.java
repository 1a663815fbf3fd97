package io.windlass.store;

import java.util.Map;
import java.util.Optional;

/**
 * Options of a write of an object.
 *
 * @param condition what must hold for the write to happen
 * @param metadata user metadata, names in lower case, at most 2 KiB together
 * @param contentType media type; empty: the backend's default
 */
public record PutOptions(
    Condition condition, Map<String, String> metadata, Optional<String> contentType) {
  public PutOptions {
    metadata = Map.copyOf(metadata);
  }

  /** Writes without a condition and without metadata. */
  public static final PutOptions DEFAULT =
      new PutOptions(Condition.always(), Map.of(), Optional.empty());

  /** Returns these options with this condition. */
  public PutOptions withCondition(Condition required) {
    return new PutOptions(required, metadata, contentType);
  }

  /** Returns these options with this user metadata. */
  public PutOptions withMetadata(Map<String, String> wanted) {
    return new PutOptions(condition, wanted, contentType);
  }

  /** Returns these options with this media type. */
  public PutOptions withContentType(String type) {
    return new PutOptions(condition, metadata, Optional.of(type));
  }
}
