package io.windlass.access;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;

/**
 * The three access modes that COSI requests. Listing keys counts as reading object data.
 *
 * @param objectData content of objects
 * @param objectMetadata user metadata and tags of objects
 * @param bucketMetadata settings of the bucket
 */
public record AccessModes(
    AccessMode objectData, AccessMode objectMetadata, AccessMode bucketMetadata) {

  /**
   * Returns the modes for who asks for one only, and means the data. They have the same access to
   * object metadata. Bucket metadata can be read if the data can and the backend can grant that,
   * and are never written.
   */
  public static AccessModes ofData(AccessMode mode, Capabilities capabilities) {
    boolean reads = mode.reads() && capabilities.has(Feature.ACCESS_BUCKET_METADATA_READ);
    return new AccessModes(mode, mode, reads ? AccessMode.READ_ONLY : AccessMode.ANY);
  }
}
