package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.DriverInfo;
import io.windlass.cosi.sanity.wire.Edit;
import io.windlass.cosi.sanity.wire.EmptyAnswer;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.Map;

/**
 * Client that records buckets and accesses in the ledger, so that no check makes one unrecorded.
 */
record TrackedClient(CosiClient client, Ledger ledger) implements CosiClient {

  @Override
  public ApiRevision revision() {
    return client.revision();
  }

  @Override
  public RpcAnswer<DriverInfo> info() {
    return client.info();
  }

  @Override
  public RpcAnswer<String> bucketKey(BucketRequest request, Edit edit) {
    return client.bucketKey(request, edit);
  }

  @Override
  public RpcAnswer<Bucket> create(String key, BucketRequest request, Edit edit) {
    RpcAnswer<Bucket> answer = client.create(key, request, edit);
    ledger.created(key, request, answer, () -> create(key, request, edit));
    return answer;
  }

  @Override
  public RpcAnswer<Bucket> get(String bucketId, BucketRequest request, Edit edit) {
    return client.get(bucketId, request, edit);
  }

  @Override
  public RpcAnswer<EmptyAnswer> delete(String bucketId, Map<String, String> parameters, Edit edit) {
    RpcAnswer<EmptyAnswer> answer = client.delete(bucketId, parameters, edit);
    if (answer instanceof RpcAnswer.Ok<EmptyAnswer>) {
      ledger.deleted(bucketId);
    }
    return answer;
  }

  @Override
  public RpcAnswer<String> accessKey(AccessRequest request, Edit edit) {
    return client.accessKey(request, edit);
  }

  @Override
  public RpcAnswer<Access> grant(String key, AccessRequest request, Edit edit) {
    RpcAnswer<Access> answer = client.grant(key, request, edit);
    ledger.granted(key, request, answer, () -> grant(key, request, edit));
    return answer;
  }

  @Override
  public RpcAnswer<EmptyAnswer> revoke(String accountId, AccessRequest request, Edit edit) {
    RpcAnswer<EmptyAnswer> answer = client.revoke(accountId, request, edit);
    if (answer instanceof RpcAnswer.Ok<EmptyAnswer>) {
      ledger.revoked(accountId);
    }
    return answer;
  }
}
