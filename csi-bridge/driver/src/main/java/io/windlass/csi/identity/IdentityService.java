package io.windlass.csi.identity;

import com.google.protobuf.BoolValue;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.windlass.csi.identity.Readiness.State;
import io.windlass.proto.csi.GetPluginCapabilitiesRequest;
import io.windlass.proto.csi.GetPluginCapabilitiesResponse;
import io.windlass.proto.csi.GetPluginInfoRequest;
import io.windlass.proto.csi.GetPluginInfoResponse;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.PluginCapability;
import io.windlass.proto.csi.PluginCapability.Service;
import io.windlass.proto.csi.PluginCapability.VolumeExpansion;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.proto.csi.ProbeResponse;
import io.windlass.rpc.Unary;
import java.util.ArrayList;
import java.util.List;

/**
 * The Identity service: tells a CO the plugin's name, its capabilities as a whole, and whether it
 * is ready.
 */
public final class IdentityService extends IdentityGrpc.IdentityImplBase {
  private final GetPluginInfoResponse info;
  private final GetPluginCapabilitiesResponse capabilities;
  private final List<Readiness> readiness;

  /**
   * Creates the service.
   *
   * @param services services that the plugin as a whole offers
   * @param readiness what a Probe call checks, in this order
   */
  public IdentityService(
      String name, String version, List<Service.Type> services, List<Readiness> readiness) {
    this.info = GetPluginInfoResponse.newBuilder().setName(name).setVendorVersion(version).build();
    this.capabilities = capabilities(services);
    this.readiness = List.copyOf(readiness);
  }

  @Override
  public void getPluginInfo(
      GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> reply) {
    Unary.answer(reply, () -> info);
  }

  @Override
  public void getPluginCapabilities(
      GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> reply) {
    Unary.answer(reply, () -> capabilities);
  }

  private static GetPluginCapabilitiesResponse capabilities(List<Service.Type> services) {
    GetPluginCapabilitiesResponse.Builder all = GetPluginCapabilitiesResponse.newBuilder();
    for (Service.Type type : services) {
      all.addCapabilities(
          PluginCapability.newBuilder().setService(Service.newBuilder().setType(type)));
    }
    return all.addCapabilities(
            PluginCapability.newBuilder()
                .setVolumeExpansion(
                    VolumeExpansion.newBuilder().setType(VolumeExpansion.Type.ONLINE)))
        .build();
  }

  @Override
  public void probe(ProbeRequest request, StreamObserver<ProbeResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          requireWell();
          return ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build();
        });
  }

  /**
   * Throws FAILED_PRECONDITION if the plugin is not ready. Probe never answers {@code ready:
   * false}, because the socket is served only after everything has started.
   */
  private void requireWell() {
    List<String> broken = new ArrayList<>();
    for (Readiness one : readiness) {
      switch (one.check()) {
        case State.Ready() -> {}
        case State.Broken(String why) -> broken.add(why);
      }
    }
    if (!broken.isEmpty()) {
      throw Status.FAILED_PRECONDITION
          .withDescription(String.join("; ", broken))
          .asRuntimeException();
    }
  }
}
