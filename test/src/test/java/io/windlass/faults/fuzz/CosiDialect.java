package io.windlass.faults.fuzz;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.windlass.faults.Holdings;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * COSI, in all revisions.
 *
 * @param consequences learns of every call that succeeded
 */
public record CosiDialect(ValidRequests requests, Consequences consequences) implements Dialect {
  private static final List<MethodDescriptor> METHODS =
      Stream.of(CosiV1Alpha1Proto.getDescriptor(), CosiV1Alpha2Proto.getDescriptor())
          .flatMap(file -> file.getServices().stream())
          .flatMap(service -> service.getMethods().stream())
          .toList();

  private static final Set<Code> RIGHT =
      EnumSet.of(
          Code.OK,
          Code.INVALID_ARGUMENT,
          Code.NOT_FOUND,
          Code.ALREADY_EXISTS,
          Code.PERMISSION_DENIED,
          Code.FAILED_PRECONDITION,
          Code.ABORTED,
          Code.OUT_OF_RANGE);

  @Override
  public List<MethodDescriptor> methods() {
    return METHODS;
  }

  @Override
  public Message valid(MethodDescriptor method) {
    return requests.of(method.getInputType().getFullName());
  }

  @Override
  public List<String> texts() {
    return requests.texts();
  }

  @Override
  public Set<Code> right() {
    return RIGHT;
  }

  @Override
  public byte[] harmless(MethodDescriptor method, byte[] request) {
    return request;
  }

  @Override
  public void succeeded(MethodDescriptor method, byte[] request, byte[] answer) {
    consequences.of(Fuzzer.path(method), request, answer);
  }

  /** Removes everything through the driver. */
  static void removeAll(Fuzzer fuzzer, Holdings holdings) {
    for (String account : holdings.grants().keySet()) {
      fuzzer.send(
          CosiV1Alpha1Proto.getDescriptor()
              .findServiceByName("Provisioner")
              .findMethodByName("DriverRevokeBucketAccess"),
          DriverRevokeBucketAccessRequest.newBuilder()
              .setBucketId("any")
              .setAccountId(ValidRequests.id(account))
              .build());
    }
    for (String bucket : holdings.buckets()) {
      fuzzer.send(
          CosiV1Alpha1Proto.getDescriptor()
              .findServiceByName("Provisioner")
              .findMethodByName("DriverDeleteBucket"),
          DriverDeleteBucketRequest.newBuilder().setBucketId(ValidRequests.id(bucket)).build());
    }
  }
}
