package io.windlass.store.local;

import java.util.Optional;
import org.gaul.s3proxy.S3Operation;

/**
 * Decides what one call of one principal may do. The object that the address of the call names
 * needs the permission for the call's operation. Any other object that the call names, as the
 * source of a copy, needs the permission to be read.
 */
final class Guard {
  private static final String READ = "s3:GetObject";

  private final PrincipalPermissions permissions;
  private final Call call;

  Guard(PrincipalPermissions permissions, Call call) {
    this.permissions = permissions;
    this.call = call;
  }

  /** Returns the call that this guard decides on. */
  Call call() {
    return call;
  }

  /** Returns the operation of the call. */
  Optional<S3Operation> operation() {
    return Optional.ofNullable(call.operation().get());
  }

  /** Throws AccessDenied unless the operation is permitted on a bucket. */
  void bucket(String bucket) {
    require(permissions.allowsBucket(action(), bucket));
  }

  /** Throws AccessDenied unless the keys that begin with this prefix may be listed. */
  void list(String bucket, String prefix) {
    require(permissions.allowsList(action(), bucket, prefix));
  }

  /**
   * Throws AccessDenied without the permission for an object. The object that the address names
   * needs the permission for the operation, any other object the permission to be read.
   */
  void object(String bucket, String key) {
    boolean addressed = bucket.equals(call.bucket()) && key.equals(call.key());
    require(permissions.allowsObject(addressed ? action() : READ, bucket, key));
  }

  /**
   * Throws AccessDenied unless the operation is permitted on an object that the address or the body
   * of the call names.
   */
  void each(String bucket, String key) {
    require(allowsEach(bucket, key));
  }

  /** Returns whether {@link #each} permits the object. */
  boolean allowsEach(String bucket, String key) {
    return permissions.allowsObject(action(), bucket, key);
  }

  /** Throws AccessDenied unless the content of an object may be read. */
  void read(String bucket, String key) {
    require(permissions.allowsObject(READ, bucket, key));
  }

  /** Returns whether the principal may know of a bucket. */
  boolean sees(String bucket) {
    return permissions.sees(bucket);
  }

  /** Returns the error for a method of the store that no operation of a client needs. */
  static RuntimeException never() {
    return Refusal.accessDenied();
  }

  private static void require(boolean allowed) {
    if (!allowed) {
      throw Refusal.accessDenied();
    }
  }

  private String action() {
    return operation().map(Guard::action).orElseThrow(Refusal::accessDenied);
  }

  private static String action(S3Operation operation) {
    return switch (operation) {
      case LIST_BUCKETS -> "s3:ListAllMyBuckets";
      case CREATE_BUCKET -> "s3:CreateBucket";
      case DELETE_BUCKET -> "s3:DeleteBucket";
      case HEAD_BUCKET -> "s3:HeadBucket";
      case LIST_OBJECTS_V2 -> "s3:ListBucket";
      case LIST_OBJECT_VERSIONS -> "s3:ListBucketVersions";
      case LIST_MULTIPART_UPLOADS -> "s3:ListBucketMultipartUploads";
      case GET_BUCKET_LOCATION -> "s3:GetBucketLocation";
      case GET_BUCKET_POLICY -> "s3:GetBucketPolicy";
      case GET_BUCKET_VERSIONING -> "s3:GetBucketVersioning";
      case PUT_BUCKET_VERSIONING -> "s3:PutBucketVersioning";
      case GET_BUCKET_ENCRYPTION -> "s3:GetEncryptionConfiguration";
      case PUT_BUCKET_ENCRYPTION, DELETE_BUCKET_ENCRYPTION -> "s3:PutEncryptionConfiguration";
      case GET_BUCKET_ACL -> "s3:GetBucketAcl";
      case PUT_BUCKET_ACL -> "s3:PutBucketAcl";
      case GET_OBJECT, HEAD_OBJECT, GET_OBJECT_ATTRIBUTES -> READ;
      case GET_OBJECT_ACL -> "s3:GetObjectAcl";
      case PUT_OBJECT_ACL -> "s3:PutObjectAcl";
      case PUT_OBJECT,
          COPY_OBJECT,
          CREATE_MULTIPART_UPLOAD,
          UPLOAD_PART,
          UPLOAD_PART_COPY,
          COMPLETE_MULTIPART_UPLOAD ->
          "s3:PutObject";
      case ABORT_MULTIPART_UPLOAD -> "s3:AbortMultipartUpload";
      case LIST_PARTS -> "s3:ListMultipartUploadParts";
      case DELETE_OBJECT, DELETE_OBJECTS -> "s3:DeleteObject";
      case OPTIONS_OBJECT, UNKNOWN -> throw Refusal.accessDenied();
    };
  }
}
