package io.windlass.cosi.sanity.wire;

import java.util.Map;

/**
 * Client for one revision of COSI, with a method for each RPC. An answer that the sidecar would
 * have refused is still returned, with the reasons in it, so that one fault does not hide others.
 *
 * <p>Where a revision has no RPC to generate ids, buckets and accesses are keyed by their names,
 * and {@link #bucketKey} and {@link #accessKey} return the name without a call.
 */
public interface CosiClient {

  /** Returns the revision that this client speaks. */
  ApiRevision revision();

  /** Calls DriverGetInfo. */
  RpcAnswer<DriverInfo> info();

  /** Calls DriverGenerateBucketId, or returns the name. */
  RpcAnswer<String> bucketKey(BucketRequest request, Edit edit);

  /** Calls DriverCreateBucket with the key that was generated from the request's name. */
  RpcAnswer<Bucket> create(String key, BucketRequest request, Edit edit);

  /** Calls DriverGetBucket or, in revision A, DriverGetExistingBucket. Not offered in v1alpha1. */
  RpcAnswer<Bucket> get(String bucketId, BucketRequest request, Edit edit);

  /** Calls DriverDeleteBucket. */
  RpcAnswer<EmptyAnswer> delete(String bucketId, Map<String, String> parameters, Edit edit);

  /** Calls DriverGenerateBucketAccessId, or returns the account's name. */
  RpcAnswer<String> accessKey(AccessRequest request, Edit edit);

  /** Calls DriverGrantBucketAccess with the key that was generated from the account's name. */
  RpcAnswer<Access> grant(String key, AccessRequest request, Edit edit);

  /** Calls DriverRevokeBucketAccess. */
  RpcAnswer<EmptyAnswer> revoke(String accountId, AccessRequest request, Edit edit);

  /** Returns the key of a bucket. */
  default RpcAnswer<String> bucketKey(BucketRequest request) {
    return bucketKey(request, Edit.NONE);
  }

  /** Creates the bucket with this key. */
  default RpcAnswer<Bucket> create(String key, BucketRequest request) {
    return create(key, request, Edit.NONE);
  }

  /** Creates a bucket from its name, with all calls that the sidecar makes for that. */
  default RpcAnswer<Bucket> create(BucketRequest request) {
    return switch (bucketKey(request)) {
      case RpcAnswer.Ok<String>(String key) -> create(key, request);
      case RpcAnswer.Refused<String>(var code, var message) ->
          new RpcAnswer.Refused<>(code, message);
    };
  }

  /** Returns the key of an access. */
  default RpcAnswer<String> accessKey(AccessRequest request) {
    return accessKey(request, Edit.NONE);
  }

  /** Grants the access with this key. */
  default RpcAnswer<Access> grant(String key, AccessRequest request) {
    return grant(key, request, Edit.NONE);
  }

  /** Grants an access from the account's name, with all calls that the sidecar makes for that. */
  default RpcAnswer<Access> grant(AccessRequest request) {
    return switch (accessKey(request)) {
      case RpcAnswer.Ok<String>(String key) -> grant(key, request);
      case RpcAnswer.Refused<String>(var code, var message) ->
          new RpcAnswer.Refused<>(code, message);
    };
  }

  /** Returns an existing bucket, with the fields of the request that created it. */
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
