package io.windlass.faults.csi;

import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeCapability.MountVolume;
import io.windlass.proto.csi.VolumeContentSource;
import io.windlass.proto.csi.VolumeContentSource.SnapshotSource;
import io.windlass.proto.csi.VolumeContentSource.VolumeSource;
import java.nio.file.Path;
import java.util.Map;

/**
 * Requests of CSI about one volume, with nothing wrong.
 *
 * @param staging where it is staged
 * @param target where it is published
 */
public record VolumeRequests(String id, String nodeId, Path staging, Path target) {
  /** Files, for any number of writers. */
  public static final VolumeCapability CAPABILITY =
      VolumeCapability.newBuilder()
          .setMount(MountVolume.getDefaultInstance())
          .setAccessMode(AccessMode.newBuilder().setMode(Mode.MULTI_NODE_MULTI_WRITER))
          .build();

  public static CreateVolumeRequest.Builder create(String name, long bytes) {
    return CreateVolumeRequest.newBuilder()
        .setName(name)
        .setCapacityRange(capacity(bytes))
        .addVolumeCapabilities(CAPABILITY);
  }

  static CapacityRange capacity(long bytes) {
    return CapacityRange.newBuilder().setRequiredBytes(bytes).build();
  }

  public static ControllerExpandVolumeRequest expand(String id, long bytes) {
    return ControllerExpandVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setCapacityRange(capacity(bytes))
        .build();
  }

  public static ControllerModifyVolumeRequest modify(String id, Map<String, String> parameters) {
    return ControllerModifyVolumeRequest.newBuilder()
        .setVolumeId(id)
        .putAllMutableParameters(parameters)
        .build();
  }

  public static NodeExpandVolumeRequest expandOnNode(String id, Path path, long bytes) {
    return NodeExpandVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setVolumePath(path.toString())
        .setCapacityRange(capacity(bytes))
        .build();
  }

  public static VolumeContentSource ofSnapshot(String id) {
    return VolumeContentSource.newBuilder()
        .setSnapshot(SnapshotSource.newBuilder().setSnapshotId(id))
        .build();
  }

  public static VolumeContentSource ofVolume(String id) {
    return VolumeContentSource.newBuilder()
        .setVolume(VolumeSource.newBuilder().setVolumeId(id))
        .build();
  }

  public static DeleteSnapshotRequest deleteSnapshot(String id) {
    return DeleteSnapshotRequest.newBuilder().setSnapshotId(id).build();
  }

  public static DeleteVolumeGroupSnapshotRequest deleteGroup(String id) {
    return DeleteVolumeGroupSnapshotRequest.newBuilder().setGroupSnapshotId(id).build();
  }

  public static DeleteVolumeRequest delete(String id) {
    return DeleteVolumeRequest.newBuilder().setVolumeId(id).build();
  }

  public ControllerPublishVolumeRequest attach(Map<String, String> volumeContext) {
    return ControllerPublishVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setNodeId(nodeId)
        .setVolumeCapability(CAPABILITY)
        .putAllVolumeContext(volumeContext)
        .build();
  }

  public ControllerUnpublishVolumeRequest detach() {
    return ControllerUnpublishVolumeRequest.newBuilder().setVolumeId(id).setNodeId(nodeId).build();
  }

  public NodeStageVolumeRequest.Builder stage() {
    return NodeStageVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setStagingTargetPath(staging.toString())
        .setVolumeCapability(CAPABILITY);
  }

  public NodeUnstageVolumeRequest unstage() {
    return NodeUnstageVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setStagingTargetPath(staging.toString())
        .build();
  }

  public NodePublishVolumeRequest.Builder publish() {
    return NodePublishVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setStagingTargetPath(staging.toString())
        .setTargetPath(target.toString())
        .setVolumeCapability(CAPABILITY);
  }

  public NodeUnpublishVolumeRequest unpublish() {
    return NodeUnpublishVolumeRequest.newBuilder()
        .setVolumeId(id)
        .setTargetPath(target.toString())
        .build();
  }
}
