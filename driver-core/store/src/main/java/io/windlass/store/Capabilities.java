package io.windlass.store;

import java.util.Set;

/**
 * What a backend can do, as plain data.
 *
 * @param features what it offers
 * @param maxBucketName longest bucket name in bytes
 * @param maxDeleteBatch most objects in one {@link ObjectStore#deleteAll} call
 * @param maxPutBytes largest object of one {@link ObjectStore#put}
 * @param maxObjectBytes largest object at all
 * @param minPartBytes smallest part of an upload, except for the last
 * @param maxPartBytes largest part of an upload
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

  /** Whether the backend offers {@code feature}. */
  public boolean has(Feature feature) {
    return features.contains(feature);
  }
}
