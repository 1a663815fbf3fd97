package io.windlass.store.s3.access;

import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Exact permissions that a grant gives on one bucket. Policies are written from them, and the
 * driver's own server enforces them itself.
 *
 * @param prefix prefix of all keys that can be reached; empty: all keys
 * @param objectActions actions on objects whose keys begin with the prefix
 * @param listActions actions that list; with a prefix only keys that begin with it
 * @param bucketActions actions on the bucket itself
 */
public record S3Permissions(
    String bucket,
    String prefix,
    SortedSet<String> objectActions,
    SortedSet<String> listActions,
    SortedSet<String> bucketActions) {

  public S3Permissions {
    objectActions = Collections.unmodifiableSortedSet(new TreeSet<>(objectActions));
    listActions = Collections.unmodifiableSortedSet(new TreeSet<>(listActions));
    bucketActions = Collections.unmodifiableSortedSet(new TreeSet<>(bucketActions));
  }

  /** Returns the permissions of a grant, which {@link S3Rules} has checked. */
  public static S3Permissions of(BucketGrant grant) {
    AccessModes modes = grant.modes();
    boolean whole = grant.prefix().isEmpty();
    SortedSet<String> objects = new TreeSet<>();
    SortedSet<String> lists = new TreeSet<>();
    SortedSet<String> bucket = new TreeSet<>(S3Actions.ALWAYS);
    addIf(modes.objectData().reads(), objects, S3Actions.DATA_READ);
    addIf(modes.objectData().reads(), lists, S3Actions.LIST);
    addIf(modes.objectData().writes(), objects, S3Actions.DATA_WRITE);
    addIf(modes.objectData().writes() && whole, bucket, S3Actions.UPLOADS);
    addIf(modes.objectMetadata().reads(), objects, S3Actions.METADATA_READ);
    addIf(modes.objectMetadata().writes(), objects, S3Actions.METADATA_WRITE);
    addIf(modes.bucketMetadata().reads(), bucket, S3Actions.BUCKET_READ);
    addIf(modes.bucketMetadata().writes(), bucket, S3Actions.BUCKET_WRITE);
    addIf(
        modes.bucketMetadata().writes() && modes.objectData().writes() && whole,
        bucket,
        S3Actions.LIFECYCLE_WRITE);
    for (String extra : grant.extraActions()) {
      if (S3Actions.LIST.contains(extra)) {
        lists.add(extra);
      } else if (S3Actions.EXTRA_OBJECT.contains(extra)) {
        objects.add(extra);
      } else if (S3Actions.EXTRA_BUCKET.contains(extra)) {
        bucket.add(extra);
      }
    }
    return new S3Permissions(grant.bucket(), grant.prefix(), objects, lists, bucket);
  }

  private static void addIf(boolean wanted, Set<String> to, Set<String> actions) {
    if (wanted) {
      to.addAll(actions);
    }
  }

  /** Returns whether an action on an object is allowed. */
  public boolean allowsObject(String action, String key) {
    return objectActions.contains(action) && key.startsWith(prefix);
  }

  /** Returns whether a listing of the prefix {@code listed} is allowed. */
  public boolean allowsList(String action, String listed) {
    return listActions.contains(action) && listed.startsWith(prefix);
  }

  /** Returns whether an action on the bucket is allowed. */
  public boolean allowsBucket(String action) {
    return bucketActions.contains(action);
  }
}
