package io.windlass.cosi.sanity.wire;

import java.util.Map;

/**
 * One revision of COSI, call by call. An answer that the sidecar would have refused is still given,
 * with the reasons in it, so that one fault does not hide the others.
 *
 * <p>Where a revision has no RPC to generate ids, the name is what the bucket or access is keyed
 * by, and {@link #bucketKey} and {@link #accessKey} give it without a call.
 */
public interface CosiClient {

  /** What it speaks. */
  ApiRevision revision();

  /** DriverGetInfo. */
  RpcAnswer<DriverInfo> info();

  /** DriverGenerateBucketId, or the name. */
  RpcAnswer<String> bucketKey(BucketRequest request, Edit edit);

  /** DriverCreateBucket, for the key that was generated from the request's name. */
  RpcAnswer<Bucket> create(String key, BucketRequest request, Edit edit);

  /** DriverGetBucket, in revision A DriverGetExistingBucket. Not in v1alpha1. */
  RpcAnswer<Bucket> get(String bucketId, BucketRequest request, Edit edit);

  /** DriverDeleteBucket. */
  RpcAnswer<EmptyAnswer> delete(String bucketId, Map<String, String> parameters, Edit edit);

  /** DriverGenerateBucketAccessId, or the account's name. */
  RpcAnswer<String> accessKey(AccessRequest request, Edit edit);

  /** DriverGrantBucketAccess, for the key that was generated from the account's name. */
  RpcAnswer<Access> grant(String key, AccessRequest request, Edit edit);

  /** DriverRevokeBucketAccess. */
  RpcAnswer<EmptyAnswer> revoke(String accountId, AccessRequest request, Edit edit);

  /** What a bucket is keyed by. */
  default RpcAnswer<String> bucketKey(BucketRequest request) {
    return bucketKey(request, Edit.NONE);
  }

  /** Makes the bucket of a key. */
  default RpcAnswer<Bucket> create(String key, BucketRequest request) {
    return create(key, request, Edit.NONE);
  }

  /** From a name to a bucket, in the calls that the sidecar makes for it. */
  default RpcAnswer<Bucket> create(BucketRequest request) {
    return switch (bucketKey(request)) {
      case RpcAnswer.Ok<String>(String key) -> create(key, request);
      case RpcAnswer.Refused<String>(var code, var message) ->
          new RpcAnswer.Refused<>(code, message);
    };
  }

  /** What an access is keyed by. */
  default RpcAnswer<String> accessKey(AccessRequest request) {
    return accessKey(request, Edit.NONE);
  }

  /** Grants the access of a key. */
  default RpcAnswer<Access> grant(String key, AccessRequest request) {
    return grant(key, request, Edit.NONE);
  }

  /** From an account's name to a credential, in the calls that the sidecar makes for it. */
  default RpcAnswer<Access> grant(AccessRequest request) {
    return switch (accessKey(request)) {
      case RpcAnswer.Ok<String>(String key) -> grant(key, request);
      case RpcAnswer.Refused<String>(var code, var message) ->
          new RpcAnswer.Refused<>(code, message);
    };
  }

  /** Looks a bucket up, as it was requested. */
  default RpcAnswer<Bucket> get(String bucketId, BucketRequest request) {
    return get(bucketId, request, Edit.NONE);
  }

  /** Deletes a bucket. */
  default RpcAnswer<EmptyAnswer> delete(String bucketId, Map<String, String> parameters) {
    return delete(bucketId, parameters, Edit.NONE);
  }

  /** Revokes an access. */
  default RpcAnswer<EmptyAnswer> revoke(String accountId, AccessRequest request) {
    return revoke(accountId, request, Edit.NONE);
  }
}
