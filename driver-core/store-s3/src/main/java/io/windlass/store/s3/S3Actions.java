package io.windlass.store.s3;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The actions of S3 that each mode of access stands for, by their names in IAM policies, and those
 * that an access class may add. None of them lets a principal give access to anybody, reach another
 * bucket, or send data elsewhere: no policies, ACLs, replication, notification, and no making or
 * deleting of buckets.
 */
public final class S3Actions {
  private S3Actions() {}

  /** What every principal may do: learn that its bucket is there, and where. */
  public static final Set<String> ALWAYS = setOf("s3:GetBucketLocation", "s3:HeadBucket");

  /** Reading object data: on objects. A GET answers with user metadata too. */
  public static final Set<String> DATA_READ = setOf("s3:GetObject", "s3:GetObjectVersion");

  /** Reading object data: listing, on the bucket. With a prefix: only below it. */
  public static final Set<String> LIST = setOf("s3:ListBucket", "s3:ListBucketVersions");

  /** Writing object data: on objects. A PUT sets user metadata too. */
  public static final Set<String> DATA_WRITE =
      setOf(
          "s3:AbortMultipartUpload",
          "s3:DeleteObject",
          "s3:DeleteObjectVersion",
          "s3:ListMultipartUploadParts",
          "s3:PutObject");

  /** Writing object data: on the bucket. Cannot be limited to a prefix, and is left out then. */
  public static final Set<String> UPLOADS = setOf("s3:ListBucketMultipartUploads");

  /** Reading object metadata beyond what comes with the data. */
  public static final Set<String> METADATA_READ =
      setOf("s3:GetObjectTagging", "s3:GetObjectVersionTagging");

  /** Writing object metadata beyond what goes with the data. */
  public static final Set<String> METADATA_WRITE =
      setOf(
          "s3:DeleteObjectTagging",
          "s3:DeleteObjectVersionTagging",
          "s3:PutObjectTagging",
          "s3:PutObjectVersionTagging");

  /** Reading bucket metadata. */
  public static final Set<String> BUCKET_READ =
      setOf(
          "s3:GetBucketNotification",
          "s3:GetBucketObjectLockConfiguration",
          "s3:GetBucketTagging",
          "s3:GetBucketVersioning",
          "s3:GetEncryptionConfiguration",
          "s3:GetLifecycleConfiguration");

  /** Writing bucket metadata. */
  public static final Set<String> BUCKET_WRITE =
      setOf(
          "s3:PutBucketObjectLockConfiguration",
          "s3:PutBucketTagging",
          "s3:PutBucketVersioning",
          "s3:PutEncryptionConfiguration");

  /**
   * Writing bucket metadata, where the principal may also write the data of the whole bucket: a
   * lifecycle rule deletes objects.
   */
  public static final Set<String> LIFECYCLE_WRITE = setOf("s3:PutLifecycleConfiguration");

  /** On objects: what an access class may add by name. */
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

  /** On the bucket: what an access class may add by name. */
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
