package io.windlass.store;

import java.util.HashSet;
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

  /**
   * Returns these capabilities without some of the features. An upload that is not completed on
   * condition is not used for an object that others may change: so no object is larger than what
   * one request sends.
   */
  public Capabilities without(Set<Feature> missing) {
    Set<Feature> left = new HashSet<>(features);
    left.removeAll(missing);
    return new Capabilities(
        left,
        maxBucketName,
        maxDeleteBatch,
        maxPutBytes,
        missing.contains(Feature.COMPLETE_CONDITIONAL) ? maxPutBytes : maxObjectBytes,
        minPartBytes,
        maxPartBytes,
        maxParts);
  }

  /** Returns whether the backend offers {@code feature}. */
  public boolean has(Feature feature) {
    return features.contains(feature);
  }
}
