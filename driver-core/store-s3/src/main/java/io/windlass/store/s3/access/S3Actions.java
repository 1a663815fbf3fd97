package io.windlass.store.s3.access;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * IAM names of the S3 actions that each access mode grants, and of those that an access class may
 * add. None of them lets a principal grant access, reach another bucket, or send data elsewhere: no
 * policies, ACLs, replication, notification, and no making or deleting of buckets.
 */
public final class S3Actions {
  private S3Actions() {}

  /** Actions of every principal: finding out that its bucket exists, and where. */
  public static final Set<String> ALWAYS = setOf("s3:GetBucketLocation", "s3:HeadBucket");

  /** Actions on objects that read object data. A GET returns user metadata, too. */
  public static final Set<String> DATA_READ = setOf("s3:GetObject", "s3:GetObjectVersion");

  /**
   * Actions on the bucket that list objects, which counts as reading object data. With a prefix:
   * only below it.
   */
  public static final Set<String> LIST = setOf("s3:ListBucket", "s3:ListBucketVersions");

  /** Actions on objects that write object data. A PUT sets user metadata, too. */
  public static final Set<String> DATA_WRITE =
      setOf(
          "s3:AbortMultipartUpload",
          "s3:DeleteObject",
          "s3:DeleteObjectVersion",
          "s3:ListMultipartUploadParts",
          "s3:PutObject");

  /**
   * Action on the bucket that goes with writing object data. It cannot be limited to a prefix, and
   * is left out if the grant has one.
   */
  public static final Set<String> UPLOADS = setOf("s3:ListBucketMultipartUploads");

  /** Actions on objects that read metadata which does not come with the data. */
  public static final Set<String> METADATA_READ =
      setOf(
          "s3:GetObjectAnnotation",
          "s3:GetObjectTagging",
          "s3:GetObjectVersionTagging",
          "s3:ListObjectAnnotations");

  /** Actions on objects that write metadata which is not set with the data. */
  public static final Set<String> METADATA_WRITE =
      setOf(
          "s3:DeleteObjectAnnotation",
          "s3:DeleteObjectTagging",
          "s3:DeleteObjectVersionTagging",
          "s3:PutObjectAnnotation",
          "s3:PutObjectTagging",
          "s3:PutObjectVersionTagging");

  /** Those of all actions here that no server but AWS knows; others may refuse their names. */
  static final Set<String> OF_AWS =
      setOf(
          "s3:DeleteObjectAnnotation",
          "s3:GetObjectAnnotation",
          "s3:ListObjectAnnotations",
          "s3:PutObjectAnnotation");

  /** Actions on the bucket that read its metadata. */
  public static final Set<String> BUCKET_READ =
      setOf(
          "s3:GetBucketNotification",
          "s3:GetBucketObjectLockConfiguration",
          "s3:GetBucketTagging",
          "s3:GetBucketVersioning",
          "s3:GetEncryptionConfiguration",
          "s3:GetLifecycleConfiguration");

  /** Actions on the bucket that write its metadata. */
  public static final Set<String> BUCKET_WRITE =
      setOf(
          "s3:PutBucketObjectLockConfiguration",
          "s3:PutBucketTagging",
          "s3:PutBucketVersioning",
          "s3:PutEncryptionConfiguration");

  /**
   * Action on the bucket that writes its lifecycle rules. A rule deletes objects, so the principal
   * must also be allowed to write the data of the whole bucket.
   */
  public static final Set<String> LIFECYCLE_WRITE = setOf("s3:PutLifecycleConfiguration");

  /** Actions on objects that an access class may add by name. */
  public static final Set<String> EXTRA_OBJECT =
      union(
          List.of(
              DATA_READ,
              DATA_WRITE,
              METADATA_READ,
              METADATA_WRITE,
              setOf(
                  "s3:BypassGovernanceRetention",
                  "s3:GetObjectAttributes",
                  "s3:GetObjectLegalHold",
                  "s3:GetObjectRetention",
                  "s3:GetObjectVersionAttributes",
                  "s3:PutObjectLegalHold",
                  "s3:PutObjectRetention",
                  "s3:RestoreObject")));

  /** Actions on the bucket that an access class may add by name. */
  public static final Set<String> EXTRA_BUCKET =
      union(List.of(ALWAYS, LIST, UPLOADS, BUCKET_READ, BUCKET_WRITE));

  private static Set<String> setOf(String... actions) {
    return Collections.unmodifiableSet(new TreeSet<>(Set.of(actions)));
  }

  private static Set<String> union(List<Set<String>> sets) {
    TreeSet<String> all = new TreeSet<>();
    sets.forEach(all::addAll);
    return Collections.unmodifiableSet(all);
  }
}
