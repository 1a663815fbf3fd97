package io.windlass.csi.driver;

import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeCapability.MountVolume;
import java.util.Map;

/** Requests with which nothing is wrong. */
final class CsiRequests {
  static final long BYTES = 1000;

  private CsiRequests() {}

  static VolumeCapability capability(Mode mode) {
    return VolumeCapability.newBuilder()
        .setMount(MountVolume.getDefaultInstance())
        .setAccessMode(AccessMode.newBuilder().setMode(mode))
        .build();
  }

  static CreateVolumeRequest.Builder create(String name) {
    return CreateVolumeRequest.newBuilder()
        .setName(name)
        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(BYTES))
        .addVolumeCapabilities(capability(Mode.SINGLE_NODE_WRITER));
  }

  static DeleteVolumeRequest delete(String id) {
    return DeleteVolumeRequest.newBuilder().setVolumeId(id).build();
  }

  static ControllerPublishVolumeRequest.Builder publish(String id, String node) {
    return ControllerPublishVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setNodeId(node)
        .setVolumeCapability(capability(Mode.SINGLE_NODE_WRITER));
  }

  static ControllerUnpublishVolumeRequest unpublish(String id, String node) {
    return ControllerUnpublishVolumeRequest.newBuilder().setVolumeId(id).setNodeId(node).build();
  }

  static ValidateVolumeCapabilitiesRequest.Builder validate(String id) {
    return ValidateVolumeCapabilitiesRequest.newBuilder()
        .setVolumeId(id)
        .addVolumeCapabilities(capability(Mode.SINGLE_NODE_WRITER));
  }

  static ControllerExpandVolumeRequest.Builder expand(String id, long bytes) {
    return ControllerExpandVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes));
  }

  static ControllerModifyVolumeRequest modify(String id, Map<String, String> parameters) {
    return ControllerModifyVolumeRequest.newBuilder()
        .setVolumeId(id)
        .putAllMutableParameters(parameters)
        .build();
  }
}
