package io.windlass.store;

import java.util.Set;

/**
 * Features and limits of a backend.
 *
 * @param features what it offers
 * @param maxBucketName longest bucket name in bytes
 * @param maxDeleteBatch most objects in one {@link ObjectStore#deleteAll} call
 * @param maxPutBytes largest object in bytes that one {@link ObjectStore#put} can write
 * @param maxObjectBytes largest object in bytes, however it is written
 * @param minPartBytes smallest part of an upload in bytes, except for the last
 * @param maxPartBytes largest part of an upload in bytes
 * @param maxParts most parts of an upload
 */
public record Capabilities(
    Set<Feature> features,
    int maxBucketName,
    int maxDeleteBatch,
    long maxPutBytes,
    long maxObjectBytes,
    long minPartBytes,
    long maxPartBytes,
    int maxParts) {

  public Capabilities {
    features = Set.copyOf(features);
  }

  /** Returns whether the backend offers {@code feature}. */
  public boolean has(Feature feature) {
    return features.contains(feature);
  }
}
