package io.windlass.faults.service;

import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.faults.error.UnservedNode;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** CSI's Controller. */
record CsiService(Channel channel) implements Service {
  private static final int SECONDS = 300;
  private static final long BYTES = 1 << 30;
  private static final Path NOWHERE = Path.of("/nowhere");

  @Override
  public String make(String name, Map<String, String> parameters) {
    return get(stub ->
            stub.createVolume(
                VolumeRequests.create(name, BYTES).putAllParameters(parameters).build()))
        .getVolume()
        .getVolumeId();
  }

  @Override
  public void delete(String id) {
    get(stub -> stub.deleteVolume(VolumeRequests.delete(id)));
  }

  @Override
  public Object allow(String id, String who, boolean readOnly) {
    return get(stub ->
            stub.controllerPublishVolume(
                requests(id, who).attach(Map.of()).toBuilder().setReadonly(readOnly).build()))
        .getPublishContextMap();
  }

  @Override
  public void forbid(String id, String who) {
    get(stub -> stub.controllerUnpublishVolume(requests(id, who).detach()));
  }

  private VolumeRequests requests(String id, String who) {
    return new VolumeRequests(id, new UnservedNode(who).id(), NOWHERE, NOWHERE);
  }

  @Override
  public String idField() {
    return "volume_id";
  }

  private <T> T get(Function<ControllerBlockingStub, T> call) {
    try {
      return call.apply(
          ControllerGrpc.newBlockingStub(channel).withDeadlineAfter(SECONDS, TimeUnit.SECONDS));
    } catch (StatusRuntimeException e) {
      throw new Refused(e.getStatus().getCode(), String.valueOf(e.getStatus().getDescription()));
    }
  }

  @Override
  public String toString() {
    return "CSI";
  }
}
