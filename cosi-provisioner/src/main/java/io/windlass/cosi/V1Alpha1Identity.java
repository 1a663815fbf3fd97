package io.windlass.cosi;

import io.grpc.stub.StreamObserver;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha1.IdentityGrpc;
import io.windlass.rpc.Unary;

/** Identity service of {@code cosi.v1alpha1}: tells a sidecar the name of the driver. */
final class V1Alpha1Identity extends IdentityGrpc.IdentityImplBase {
  private final DriverGetInfoResponse info;

  V1Alpha1Identity(String driverName) {
    this.info = DriverGetInfoResponse.newBuilder().setName(driverName).build();
  }

  @Override
  public void driverGetInfo(
      DriverGetInfoRequest request, StreamObserver<DriverGetInfoResponse> reply) {
    Unary.answer(reply, () -> info);
  }
}
