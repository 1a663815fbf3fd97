package io.windlass.faults.error;

import io.grpc.Status;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.NodeGetInfoRequest;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** Volumes on the node of an {@link ErrorWorld}. */
final class NodeWorld {
  private final ErrorWorld world;

  NodeWorld(ErrorWorld world) {
    this.world = world;
  }

  String nodeId() {
    return world.call().node().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()).getNodeId();
  }

  /** A volume, at places of its own. */
  VolumeRequests at(String volume) {
    String name = UniqueName.of("v");
    Path mounts = world.plugin().mounts();
    return new VolumeRequests(
        volume, nodeId(), mounts.resolve(name), mounts.resolve(name + "-target"));
  }

  private Map<String, String> attach(VolumeRequests volume) {
    return world
        .call()
        .controller()
        .controllerPublishVolume(volume.attach(Map.of()))
        .getPublishContextMap();
  }

  /** A volume that is attached to the node. */
  record Attached(VolumeRequests requests, Map<String, String> context) {
    NodeStageVolumeRequest.Builder stage() {
      return requests.stage().putAllPublishContext(context);
    }

    NodePublishVolumeRequest.Builder publish() {
      return requests.publish().putAllPublishContext(context);
    }
  }

  Attached attached() {
    VolumeRequests volume = at(world.volume());
    return new Attached(volume, attach(volume));
  }

  /** One that is staged for workloads that use it so. */
  Attached staged(VolumeCapability capability) {
    Attached volume = attached();
    stage(volume.stage().setVolumeCapability(capability).build());
    return volume;
  }

  void stage(NodeStageVolumeRequest request) {
    world.call().node().nodeStageVolume(request);
  }

  /** Returns the status of a call while its volume is being staged. */
  Status whileStaging(Consumer<Attached> call) {
    Attached volume = attached();
    return world.beside(() -> stage(volume.stage().build()), () -> call.accept(volume));
  }
}
