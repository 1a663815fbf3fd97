package io.windlass.access;

import java.util.Set;

/**
 * Permissions of a principal on one bucket.
 *
 * @param prefix limits the grant to objects whose keys begin with it; empty: the whole bucket
 * @param extraActions further actions by the backend's own names (S3: {@code s3:…}), already
 *     checked against the list that the driver permits
 */
public record BucketGrant(
    String bucket, String prefix, AccessModes modes, Set<String> extraActions) {
  public BucketGrant {
    extraActions = Set.copyOf(extraActions);
  }
}
