package io.windlass.cosi.sanity.trial;

import io.grpc.Status;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Record of what a check made and of what it may have made: a call with an unknown outcome may have
 * made a bucket or an access whose id is not known. May be used by several threads.
 */
final class Ledger {
  private final Map<String, BucketRequest> buckets = new ConcurrentSkipListMap<>();
  private final Map<String, AccessRequest> accesses = new ConcurrentSkipListMap<>();
  private final Map<String, Supplier<RpcAnswer<Bucket>>> doubtfulBuckets =
      new ConcurrentSkipListMap<>();
  private final Map<String, Supplier<RpcAnswer<Access>>> doubtfulAccesses =
      new ConcurrentSkipListMap<>();
  private final Set<Bucket> written = ConcurrentHashMap.newKeySet();

  /** Records the answer to a create; {@code again} repeats the call. */
  void created(
      String key,
      BucketRequest request,
      RpcAnswer<Bucket> answer,
      Supplier<RpcAnswer<Bucket>> again) {
    switch (answer) {
      case RpcAnswer.Ok<Bucket>(Bucket bucket) -> {
        buckets.put(bucket.id(), request);
        doubtfulBuckets.remove(key);
      }
      case RpcAnswer.Refused<Bucket>(Status.Code code, String _) -> {
        if (isDoubtful(code)) {
          doubtfulBuckets.put(key, again);
        }
      }
    }
  }

  /** Records the answer to a grant; {@code again} repeats the call. */
  void granted(
      String key,
      AccessRequest request,
      RpcAnswer<Access> answer,
      Supplier<RpcAnswer<Access>> again) {
    switch (answer) {
      case RpcAnswer.Ok<Access>(Access access) -> {
        accesses.put(access.accountId(), request);
        doubtfulAccesses.remove(key);
      }
      case RpcAnswer.Refused<Access>(Status.Code code, String _) -> {
        if (isDoubtful(code)) {
          doubtfulAccesses.put(key, again);
        }
      }
    }
  }

  void deleted(String bucketId) {
    buckets.remove(bucketId);
  }

  void revoked(String accountId) {
    accesses.remove(accountId);
  }

  /** Records that the bucket may contain objects. */
  void wrote(Bucket bucket) {
    written.add(bucket);
  }

  /** Returns the requests of the existing buckets, by bucket id. */
  Map<String, BucketRequest> buckets() {
    return Map.copyOf(buckets);
  }

  /** Returns the requests of the existing accesses, by account id. */
  Map<String, AccessRequest> accesses() {
    return Map.copyOf(accesses);
  }

  /** Returns the create calls whose outcome is unknown; repeating a call shows its outcome. */
  List<Supplier<RpcAnswer<Bucket>>> doubtfulBuckets() {
    return List.copyOf(doubtfulBuckets.values());
  }

  /** Returns the grant calls whose outcome is unknown; repeating a call shows its outcome. */
  List<Supplier<RpcAnswer<Access>>> doubtfulAccesses() {
    return List.copyOf(doubtfulAccesses.values());
  }

  /** Returns the existing buckets that may contain objects. */
  List<Bucket> written() {
    return written.stream().filter(bucket -> buckets.containsKey(bucket.id())).toList();
  }

  private static boolean isDoubtful(Status.Code code) {
    return switch (code) {
      case CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, INTERNAL, UNAVAILABLE, DATA_LOSS -> true;
      case OK,
          INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          UNAUTHENTICATED ->
          false;
    };
  }
}
