package io.windlass.store;

import io.windlass.object.Condition;
import io.windlass.object.ObjectProperties;
import java.util.Map;

/**
 * Options of a write of an object.
 *
 * @param condition what must hold for the write to happen
 * @param metadata user metadata, names in lower case, at most 2 KiB together
 * @param properties what else the object is to have; {@linkplain ObjectProperties#whole whole}.
 *     Without a media type, the object gets the backend's default
 */
public record PutOptions(
    Condition condition, Map<String, String> metadata, ObjectProperties properties) {
  public PutOptions {
    metadata = Map.copyOf(metadata);
    properties = properties.requireWhole();
  }

  /** Writes without a condition, without metadata and without properties. */
  public static final PutOptions DEFAULT =
      new PutOptions(Condition.always(), Map.of(), ObjectProperties.NONE);

  /** Returns these options with this condition. */
  public PutOptions withCondition(Condition required) {
    return new PutOptions(required, metadata, properties);
  }

  /** Returns these options with this user metadata. */
  public PutOptions withMetadata(Map<String, String> wanted) {
    return new PutOptions(condition, wanted, properties);
  }

  /** Returns these options with these properties. */
  public PutOptions withProperties(ObjectProperties wanted) {
    return new PutOptions(condition, metadata, wanted);
  }

  /** Returns these options with this media type. */
  public PutOptions withContentType(String type) {
    return withProperties(properties.withType(type));
  }
}
