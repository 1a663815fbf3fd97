package io.windlass.cosi.sanity.wire;

/**
 * The modes of a grant on one bucket. A and B send the first only; v1alpha1 has none.
 *
 * @param objectData content of objects
 * @param objectMetadata metadata and tags of objects
 * @param bucketMetadata settings of the bucket
 */
public record GrantModes(Mode objectData, Mode objectMetadata, Mode bucketMetadata) {

  /** A mode for object data, and nothing asked for besides. */
  public static GrantModes data(Mode mode) {
    return new GrantModes(mode, Mode.ANY, Mode.ANY);
  }

  @Override
  public String toString() {
    return "%s for object data, %s for object metadata, %s for bucket metadata"
        .formatted(objectData, objectMetadata, bucketMetadata);
  }
}
