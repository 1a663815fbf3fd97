package io.windlass.store.s3.access;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a server's policies are written, where it differs from AWS.
 *
 * @param partition partition in the names of buckets: {@code aws}, {@code aws-cn}, {@code
 *     aws-us-gov}
 * @param names actions that the server calls otherwise, or not at all: these are left out, because
 *     the server permits the call with another action, or to nobody
 * @param denied actions that are never allowed, whatever other attached policies say
 * @param keepsPaths whether a user has the path that it was made with
 * @param keys keys that a policy has to permit the use of, beside the buckets
 */
public record IamDialect(
    String partition,
    Map<String, Optional<String>> names,
    Set<String> denied,
    boolean keepsPaths,
    BucketKeys keys) {

  /** An action that no server but MinIO knows: on AWS, ListBucket permits HeadBucket. */
  private static final String HEAD_BUCKET = "s3:HeadBucket";

  public IamDialect {
    names = Map.copyOf(names);
    denied = Set.copyOf(denied);
  }

  /** Creates that of a server that asks no principal for the permission to use a key. */
  IamDialect(
      String partition,
      Map<String, Optional<String>> names,
      Set<String> denied,
      boolean keepsPaths) {
    this(partition, names, denied, keepsPaths, BucketKeys.none());
  }

  /** Returns this dialect with the permission to use other keys. */
  public IamDialect withKeys(BucketKeys other) {
    return new IamDialect(partition, names, denied, keepsPaths, other);
  }

  /** Returns that of a server that takes the names of all actions but those of AWS alone. */
  public static IamDialect plain() {
    return new IamDialect("aws", withoutThoseOfAws(Map.of()), Set.of(), false);
  }

  /** Returns AWS's own, of a partition. */
  public static IamDialect aws(String partition) {
    return new IamDialect(partition, Map.of(HEAD_BUCKET, Optional.empty()), Set.of(), true);
  }

  /**
   * Returns that of Ceph's RADOS Gateway, which refuses a policy with an action that it does not
   * know, and names actions by their calls (observed with 20.2.4).
   *
   * @see <a href="https://github.com/ceph/ceph/blob/main/src/rgw/rgw_iam_policy.cc">actpairs</a>
   */
  public static IamDialect rgw() {
    return new IamDialect(
        "aws",
        withoutThoseOfAws(
            Map.of(
                HEAD_BUCKET,
                Optional.empty(),
                "s3:GetEncryptionConfiguration",
                Optional.of("s3:GetBucketEncryption"),
                "s3:PutEncryptionConfiguration",
                Optional.of("s3:PutBucketEncryption"))),
        Set.of(),
        true);
  }

  /** Returns Versity S3 Gateway's, which has AWS's names, and takes others for nothing. */
  public static IamDialect versitygw() {
    return new IamDialect(
        "aws", withoutThoseOfAws(Map.of(HEAD_BUCKET, Optional.empty())), Set.of(), true);
  }

  private static Map<String, Optional<String>> withoutThoseOfAws(
      Map<String, Optional<String>> names) {
    Map<String, Optional<String>> all = new HashMap<>(names);
    S3Actions.OF_AWS.forEach(action -> all.put(action, Optional.empty()));
    return all;
  }

  /**
   * Returns MinIO's. A user may, unless denied, change its own secret and make further keys for
   * itself. It must not: the driver derives the secret, and revoking must end all access.
   */
  public static IamDialect minio() {
    return new IamDialect("aws", withoutThoseOfAws(Map.of()), Set.of("admin:*"), false);
  }

  /**
   * Returns SeaweedFS's, which refuses a policy with an action that it does not know ("not a valid
   * action", observed with 4.48).
   */
  public static IamDialect seaweedfs() {
    return new IamDialect(
        "aws",
        withoutThoseOfAws(
            Map.ofEntries(
                Map.entry(HEAD_BUCKET, Optional.empty()),
                Map.entry("s3:ListMultipartUploadParts", Optional.of("s3:ListParts")),
                Map.entry("s3:ListBucketMultipartUploads", Optional.of("s3:ListMultipartUploads")),
                Map.entry("s3:DeleteObjectVersionTagging", Optional.empty()),
                Map.entry("s3:PutObjectVersionTagging", Optional.empty()),
                Map.entry("s3:GetEncryptionConfiguration", Optional.empty()),
                Map.entry("s3:GetLifecycleConfiguration", Optional.empty()),
                Map.entry("s3:PutEncryptionConfiguration", Optional.empty()),
                Map.entry("s3:PutLifecycleConfiguration", Optional.empty()))),
        Set.of(),
        false);
  }

  /** Returns the server's name of an action; empty if it has none. */
  Optional<String> name(String action) {
    return names.getOrDefault(action, Optional.of(action));
  }
}
