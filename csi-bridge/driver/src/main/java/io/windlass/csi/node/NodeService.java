package io.windlass.csi.node;

import io.grpc.stub.StreamObserver;
import io.windlass.csi.CapabilityRules;
import io.windlass.csi.node.request.NodeRequestFields;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodeExpandVolumeResponse;
import io.windlass.proto.csi.NodeGetCapabilitiesRequest;
import io.windlass.proto.csi.NodeGetCapabilitiesResponse;
import io.windlass.proto.csi.NodeGetInfoRequest;
import io.windlass.proto.csi.NodeGetInfoResponse;
import io.windlass.proto.csi.NodeGetStorageHealthRequest;
import io.windlass.proto.csi.NodeGetStorageHealthResponse;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeHealthResponse;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsResponse;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodePublishVolumeResponse;
import io.windlass.proto.csi.NodeServiceCapability;
import io.windlass.proto.csi.NodeServiceCapability.RPC;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeResponse;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeResponse;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeResponse;
import io.windlass.rpc.Unary;
import io.windlass.volume.CapacityRange;
import java.nio.file.Path;
import java.util.Optional;

/** The Node service: translates between messages and the node's volumes. */
final class NodeService extends NodeGrpc.NodeImplBase {
  private final NodeVolumes volumes;
  private final NodeReports reports;
  private final NodeGetInfoResponse info;
  private final NodeGetCapabilitiesResponse capabilities;
  private final boolean health;

  /**
   * Creates the service.
   *
   * @param info answer of NodeGetInfo
   * @param health whether the health calls are offered instead of the volume condition
   */
  NodeService(NodeVolumes volumes, NodeReports reports, NodeGetInfoResponse info, boolean health) {
    this.volumes = volumes;
    this.reports = reports;
    this.info = info;
    this.capabilities = capabilities(health);
    this.health = health;
  }

  private static NodeGetCapabilitiesResponse capabilities(boolean health) {
    NodeGetCapabilitiesResponse.Builder all = NodeGetCapabilitiesResponse.newBuilder();
    add(all, RPC.Type.STAGE_UNSTAGE_VOLUME);
    add(all, RPC.Type.GET_VOLUME_STATS);
    add(all, RPC.Type.EXPAND_VOLUME);
    add(all, RPC.Type.SINGLE_NODE_MULTI_WRITER);
    add(all, RPC.Type.VOLUME_MOUNT_GROUP);
    if (health) {
      add(all, RPC.Type.GET_VOLUME_HEALTH);
      add(all, RPC.Type.GET_STORAGE_HEALTH);
    } else {
      add(all, RPC.Type.VOLUME_CONDITION);
    }
    return all.build();
  }

  private static void add(NodeGetCapabilitiesResponse.Builder all, RPC.Type type) {
    all.addCapabilities(NodeServiceCapability.newBuilder().setRpc(RPC.newBuilder().setType(type)));
  }

  @Override
  public void nodeStageVolume(
      NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          volumes.stage(request);
          return NodeStageVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodeUnstageVolume(
      NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          volumes.unstage(
              NodeRequestFields.volumeId(request.getVolumeId()),
              NodeRequestFields.path("staging_target_path", request.getStagingTargetPath()));
          return NodeUnstageVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodePublishVolume(
      NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          volumes.publish(request);
          return NodePublishVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodeUnpublishVolume(
      NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          volumes.unpublish(
              NodeRequestFields.volumeId(request.getVolumeId()),
              NodeRequestFields.path("target_path", request.getTargetPath()));
          return NodeUnpublishVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodeGetVolumeStats(
      NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> reply) {
    Unary.answer(reply, () -> reports.stats(request));
  }

  @Override
  public void nodeExpandVolume(
      NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          String volumeId = NodeRequestFields.volumeId(request.getVolumeId());
          Optional<Path> path = NodeRequestFields.place("volume_path", request.getVolumePath());
          CapacityRange capacity =
              new CapacityRange(
                  request.getCapacityRange().getRequiredBytes(),
                  request.getCapacityRange().getLimitBytes());
          if (request.hasVolumeCapability()) {
            CapabilityRules.require(true, request.getVolumeCapability());
          }
          return NodeExpandVolumeResponse.newBuilder()
              .setCapacityBytes(volumes.expand(volumeId, path, capacity.requiredBytes()))
              .build();
        });
  }

  @Override
  public void nodeGetVolumeHealth(
      NodeGetVolumeHealthRequest request, StreamObserver<NodeGetVolumeHealthResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          requireHealth();
          return reports.volumeHealth(request);
        });
  }

  @Override
  public void nodeGetStorageHealth(
      NodeGetStorageHealthRequest request, StreamObserver<NodeGetStorageHealthResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          requireHealth();
          return reports.storageHealth();
        });
  }

  private void requireHealth() {
    if (!health) {
      throw new DriverException.Unsupported(
          "this call came with spec 1.13, and the driver is set to an earlier one", null);
    }
  }

  @Override
  public void nodeGetCapabilities(
      NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> reply) {
    Unary.answer(reply, () -> capabilities);
  }

  @Override
  public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> reply) {
    Unary.answer(reply, () -> info);
  }
}
