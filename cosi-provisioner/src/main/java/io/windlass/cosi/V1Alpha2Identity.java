package io.windlass.cosi;

import io.grpc.stub.StreamObserver;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha2.IdentityGrpc;
import io.windlass.provision.OpenBackends;
import io.windlass.rpc.Unary;

/**
 * Identity service of v1alpha2: tells a sidecar the name of the driver and those protocols of its
 * backends that v1alpha2 has.
 */
final class V1Alpha2Identity extends IdentityGrpc.IdentityImplBase {
  private final DriverGetInfoResponse info;

  V1Alpha2Identity(String driverName, OpenBackends backends) {
    DriverGetInfoResponse.Builder answer = DriverGetInfoResponse.newBuilder().setName(driverName);
    backends.all().stream()
        .map(configured -> configured.backend().protocol())
        .distinct()
        .flatMap(protocol -> V1Alpha2Messages.protocol(protocol).stream())
        .forEach(answer::addSupportedProtocols);
    this.info = answer.build();
  }

  @Override
  public void driverGetInfo(
      DriverGetInfoRequest request, StreamObserver<DriverGetInfoResponse> reply) {
    Unary.answer(reply, () -> info);
  }
}
