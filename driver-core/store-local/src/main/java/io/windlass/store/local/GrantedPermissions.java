package io.windlass.store.local;

import io.windlass.access.Principal;
import io.windlass.store.s3.access.S3Permissions;
import java.util.List;

/** Permissions that a principal was granted, bucket by bucket. */
record GrantedPermissions(List<S3Permissions> buckets) implements PrincipalPermissions {

  static GrantedPermissions of(Principal principal) {
    return new GrantedPermissions(principal.buckets().stream().map(S3Permissions::of).toList());
  }

  @Override
  public boolean allowsObject(String action, String bucket, String key) {
    return buckets.stream()
        .anyMatch(granted -> granted.bucket().equals(bucket) && granted.allowsObject(action, key));
  }

  @Override
  public boolean allowsList(String action, String bucket, String prefix) {
    return buckets.stream()
        .anyMatch(granted -> granted.bucket().equals(bucket) && granted.allowsList(action, prefix));
  }

  @Override
  public boolean allowsBucket(String action, String bucket) {
    return buckets.stream()
        .anyMatch(granted -> granted.bucket().equals(bucket) && granted.allowsBucket(action));
  }

  @Override
  public boolean sees(String bucket) {
    return buckets.stream().anyMatch(granted -> granted.bucket().equals(bucket));
  }
}
