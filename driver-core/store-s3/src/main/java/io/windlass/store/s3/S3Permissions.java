package io.windlass.store.s3;

import io.windlass.store.AccessModes;
import io.windlass.store.BucketGrant;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Exactly what a grant allows on one bucket: what policies are written from, and what a server of
 * ours enforces itself.
 *
 * @param prefix keys that do not begin so are out of reach; empty: none are
 * @param objectActions on objects whose keys begin with the prefix
 * @param listActions listing; with a prefix only of what begins with it
 * @param bucketActions on the bucket itself
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

  /** What a grant means; it has been checked by {@link S3Rules}. */
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

  /** Whether an action on an object is allowed. */
  public boolean allowsObject(String action, String key) {
    return objectActions.contains(action) && key.startsWith(prefix);
  }

  /** Whether a listing of what begins with {@code listed} is allowed. */
  public boolean allowsList(String action, String listed) {
    return listActions.contains(action) && listed.startsWith(prefix);
  }

  /** Whether an action on the bucket is allowed. */
  public boolean allowsBucket(String action) {
    return bucketActions.contains(action);
  }
}
