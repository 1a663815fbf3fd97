package io.windlass.faults.error;

import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.windlass.faults.RawWire;
import io.windlass.proto.csi.ControllerGetVolumeHealthRequest;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.ControllerListVolumeHealthRequest;
import io.windlass.proto.csi.GetSnapshotRequest;
import io.windlass.proto.csi.GroupControllerGrpc;
import io.windlass.proto.csi.NodeGetStorageHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.proto.csi.NodeGrpc.NodeBlockingStub;
import io.windlass.proto.csi.SnapshotMetadataGrpc;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import java.util.stream.Stream;

/**
 * What a controller alone, and a node alone, do not offer, at a release of the spec that has fewer
 * calls. The controller has a wrong key.
 */
final class ModeErrors implements AutoCloseable {
  private static final String SPEC = "WINDLASS_CSI_SPEC";
  private static final String OLD = "1.11";

  private final CsiPlugin controller;
  private final CsiPlugin node;

  ModeErrors(ErrorWorld world) {
    DriverSetup setup = world.setup().sibling();
    setup.secret("wrong", "accessKeyId", world.server().rootAccessKey());
    setup.secret("wrong", "secretAccessKey", "not-the-secret");
    this.controller =
        CsiPlugin.over(
            setup
                .asCsi("controller")
                .with("WINDLASS_STORE_CREDENTIALS", setup.secrets("wrong").toString())
                .with(SPEC, OLD));
    try {
      this.node = CsiPlugin.over(world.setup().csiNode().with(SPEC, OLD));
    } catch (RuntimeException | Error e) {
      controller.close();
      throw e;
    }
  }

  Stream<ErrorTable> all() {
    return Stream.of(
        unserved("Controller", ControllerGrpc.getServiceDescriptor(), node),
        unserved("GroupController", GroupControllerGrpc.getServiceDescriptor(), node),
        unserved("Node", NodeGrpc.getServiceDescriptor(), controller),
        of(
            "SnapshotMetadata",
            "not implemented",
            SnapshotMetadataGrpc.getServiceDescriptor(),
            node),
        new ErrorTable("Controller").row("not authenticated", "store: ", this::create),
        later("GetSnapshot", "1.12", () -> atController().getSnapshot(snapshot())),
        later("ControllerGetVolumeHealth", "1.13", this::volumeHealth),
        later("ControllerListVolumeHealth", "1.13", this::allHealth),
        later("NodeGetVolumeHealth", "1.13", this::nodeHealth),
        later("NodeGetStorageHealth", "1.13", this::storageHealth));
  }

  /** Each call of a service. */
  private static ErrorTable unserved(String service, ServiceDescriptor calls, CsiPlugin plugin) {
    return of(service, "not served in this mode", calls, plugin);
  }

  private static ErrorTable of(
      String service, String condition, ServiceDescriptor calls, CsiPlugin plugin) {
    ErrorTable table = new ErrorTable(service);
    for (MethodDescriptor<?, ?> method : calls.getMethods()) {
      String name = method.getFullMethodName();
      table.answers(condition, name, () -> status(plugin, name));
    }
    return table;
  }

  private static Status status(CsiPlugin plugin, String method) {
    try (RawWire wire = new RawWire(plugin.socket())) {
      RawWire.Reply reply = wire.call(method, new byte[0]);
      return Status.fromCode(reply.code()).withDescription(reply.text());
    }
  }

  /** A call that a later release of the spec brought. */
  private static ErrorTable later(String call, String since, Runnable answered) {
    return new ErrorTable(call).row("not implemented", since, answered);
  }

  private void create() {
    atController().createVolume(ErrorWorld.fresh().build());
  }

  private static GetSnapshotRequest snapshot() {
    return GetSnapshotRequest.newBuilder().setSnapshotId(ErrorWorld.UNKNOWN).build();
  }

  private void volumeHealth() {
    atController()
        .controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(ErrorWorld.UNKNOWN).build());
  }

  private void allHealth() {
    atController()
        .controllerListVolumeHealth(ControllerListVolumeHealthRequest.getDefaultInstance());
  }

  private void nodeHealth() {
    atNode()
        .nodeGetVolumeHealth(
            NodeGetVolumeHealthRequest.newBuilder().setVolumeId(ErrorWorld.UNKNOWN).build());
  }

  private void storageHealth() {
    atNode().nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance());
  }

  private ControllerBlockingStub atController() {
    return new CsiStubs(controller.channel()).controller();
  }

  private NodeBlockingStub atNode() {
    return new CsiStubs(node.channel()).node();
  }

  @Override
  public void close() {
    node.close();
    controller.close();
  }
}
