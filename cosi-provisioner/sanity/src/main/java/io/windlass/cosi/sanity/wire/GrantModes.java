package io.windlass.cosi.sanity.wire;

/**
 * Access modes of a grant for one bucket. Revisions A and B send the first only; v1alpha1 sends
 * none.
 *
 * @param objectData mode for the content of objects
 * @param objectMetadata mode for metadata and tags of objects
 * @param bucketMetadata mode for settings of the bucket
 */
public record GrantModes(Mode objectData, Mode objectMetadata, Mode bucketMetadata) {

  /** Returns the modes with one mode for object data, and ANY for both kinds of metadata. */
  public static GrantModes data(Mode mode) {
    return new GrantModes(mode, Mode.ANY, Mode.ANY);
  }

  @Override
  public String toString() {
    return "%s for object data, %s for object metadata, %s for bucket metadata"
        .formatted(objectData, objectMetadata, bucketMetadata);
  }
}
