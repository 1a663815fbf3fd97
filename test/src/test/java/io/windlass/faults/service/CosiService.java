package io.windlass.faults.service;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.faults.Rights;
import io.windlass.test.driver.DriverSetup;
import java.util.List;
import java.util.Map;

/** COSI in one of its revisions. */
record CosiService(CosiClient client) implements Service {

  @Override
  public String make(String name, Map<String, String> parameters) {
    return get(client.create(new BucketRequest(name, List.of(StorageProtocol.S3), parameters)))
        .id();
  }

  @Override
  public void delete(String id) {
    get(client.delete(id, Map.of()));
  }

  @Override
  public Access allow(String id, String who, boolean readOnly) {
    return get(client.grant(request(id, who, readOnly)));
  }

  @Override
  public void forbid(String id, String who) {
    get(client.revoke(DriverSetup.BACKEND + "/" + who, request(id, who, false)));
  }

  private AccessRequest request(String id, String who, boolean readOnly) {
    Rights rights = readOnly ? Rights.READ_ONLY : Rights.READ_WRITE;
    return rights.request(client.revision(), who, Bucket.named(id));
  }

  @Override
  public String idField() {
    return "bucket_id";
  }

  /** The sidecar of v1alpha1 crashes on ALREADY_EXISTS. */
  @Override
  public Code allowedOtherwise() {
    return client.revision().isV1Alpha2() ? Code.ALREADY_EXISTS : Code.FAILED_PRECONDITION;
  }

  private static <T> T get(RpcAnswer<T> answer) {
    return switch (answer) {
      case RpcAnswer.Ok<T>(T value) -> value;
      case RpcAnswer.Refused<T>(Code code, String message) -> throw new Refused(code, message);
    };
  }

  @Override
  public String toString() {
    return "COSI " + client.revision().label();
  }
}
