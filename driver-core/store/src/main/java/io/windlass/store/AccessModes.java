package io.windlass.store;

/**
 * The three access modes that COSI requests. Listing keys counts as reading object data.
 *
 * @param objectData content of objects
 * @param objectMetadata user metadata and tags of objects
 * @param bucketMetadata settings of the bucket
 */
public record AccessModes(
    AccessMode objectData, AccessMode objectMetadata, AccessMode bucketMetadata) {}
