package io.windlass.store;

import java.util.Set;

/**
 * What a principal may do with one bucket.
 *
 * @param prefix only objects whose keys begin so; empty: the whole bucket
 * @param extraActions further actions in the backend's own words (S3: {@code s3:…}), already
 *     checked against the list that the driver permits
 */
public record BucketGrant(
    String bucket, String prefix, AccessModes modes, Set<String> extraActions) {
  public BucketGrant {
    extraActions = Set.copyOf(extraActions);
  }
}
