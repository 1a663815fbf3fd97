package io.windlass.csi.driver;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.windlass.proto.csi.ControllerGetVolumeResponse;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.CsiProto;
import io.windlass.proto.csi.ListVolumesResponse;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodeGetInfoResponse;
import io.windlass.proto.csi.NodeGetStorageHealthResponse;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesResponse;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCondition;
import io.windlass.proto.csi.VolumeHealth;
import io.windlass.rpc.FieldLimits;
import io.windlass.rpc.Redactor;
import io.windlass.rpc.RpcRules;
import io.windlass.rpc.Subject;
import java.util.List;
import java.util.Set;

/**
 * Rules for CSI messages: the length limits of their fields, the secret fields (CSI marks them),
 * and the fields that name the subject of a call.
 */
final class CsiRules {
  /** Most bytes of a node id: "The size of this field SHALL NOT exceed 256 bytes." */
  private static final int NODE_ID_BYTES = 256;

  /**
   * Most bytes of a path: "SP SHOULD support the maximum path length allowed by the operating
   * system."
   */
  private static final int PATH_BYTES = 4096;

  /**
   * Most bytes of one mount flag: "The total size of this list SHALL NOT exceed 4 KiB", and one
   * flag may be all of the list.
   */
  private static final int FLAG_BYTES = 4096;

  /**
   * Most bytes of a message for people. The spec sets no limit that suits them; this is its limit
   * for maps.
   */
  private static final int MESSAGE_BYTES = 4096;

  private static final Subject SUBJECT =
      new Subject(
          List.of(
              new Subject.Field("name", "name"),
              new Subject.Field("volume_id", "volume"),
              new Subject.Field("source_volume_id", "volume"),
              new Subject.Field("snapshot_id", "snapshot"),
              new Subject.Field("group_snapshot_id", "group"),
              new Subject.Field("node_id", "node"),
              new Subject.Field("target_path", "path"),
              new Subject.Field("staging_target_path", "path"),
              new Subject.Field("volume_path", "path")));

  /**
   * Calls that are not logged one by one: the sidecar that watches the plugin makes them all the
   * time.
   */
  private static final Set<String> QUIET = Set.of("csi.v1.Identity/Probe");

  private CsiRules() {}

  static RpcRules rules() {
    return new RpcRules(limits(), new Redactor(CsiRules::isSecret), SUBJECT, QUIET);
  }

  private static FieldLimits limits() {
    return paths(
        FieldLimits.GENERAL
            .with(NodeGetInfoResponse.getDescriptor(), "node_id", NODE_ID_BYTES)
            .with(ControllerPublishVolumeRequest.getDescriptor(), "node_id", NODE_ID_BYTES)
            .with(ControllerUnpublishVolumeRequest.getDescriptor(), "node_id", NODE_ID_BYTES)
            .with(
                ListVolumesResponse.VolumeStatus.getDescriptor(),
                "published_node_ids",
                NODE_ID_BYTES)
            .with(
                ControllerGetVolumeResponse.VolumeStatus.getDescriptor(),
                "published_node_ids",
                NODE_ID_BYTES)
            .with(VolumeCapability.MountVolume.getDescriptor(), "mount_flags", FLAG_BYTES)
            .with(ValidateVolumeCapabilitiesResponse.getDescriptor(), "message", MESSAGE_BYTES)
            .with(VolumeCondition.getDescriptor(), "message", MESSAGE_BYTES)
            .with(VolumeHealth.VolumeHealthEntry.getDescriptor(), "message", MESSAGE_BYTES)
            .with(
                NodeGetStorageHealthResponse.StorageBackendHealth.getDescriptor(),
                "message",
                MESSAGE_BYTES));
  }

  private static FieldLimits paths(FieldLimits limits) {
    FieldLimits all = limits;
    for (Descriptor message :
        List.of(
            NodeStageVolumeRequest.getDescriptor(),
            NodeUnstageVolumeRequest.getDescriptor(),
            NodePublishVolumeRequest.getDescriptor(),
            NodeUnpublishVolumeRequest.getDescriptor(),
            NodeGetVolumeStatsRequest.getDescriptor(),
            NodeGetVolumeHealthRequest.getDescriptor(),
            NodeExpandVolumeRequest.getDescriptor())) {
      for (FieldDescriptor field : message.getFields()) {
        if (field.getName().endsWith("_path")) {
          all = all.with(message, field.getName(), PATH_BYTES);
        }
      }
    }
    return all;
  }

  private static boolean isSecret(FieldDescriptor field) {
    return field.getOptions().getExtension(CsiProto.csiSecret);
  }
}
