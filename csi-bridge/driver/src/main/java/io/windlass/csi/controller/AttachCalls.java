package io.windlass.csi.controller;

import io.windlass.csi.NodeId;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeResponse;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeResponse;
import io.windlass.provision.Mistakes;
import io.windlass.rpc.Fields;
import io.windlass.volume.Attach;
import io.windlass.volume.Attached;
import io.windlass.volume.VolumeAccessMode;
import io.windlass.volume.Volumes;
import java.util.Optional;

/** The calls that publish volumes to nodes and unpublish them. */
final class AttachCalls {
  private final Volumes volumes;
  private final PublishContexts contexts;

  AttachCalls(Volumes volumes, PublishContexts contexts) {
    this.volumes = volumes;
    this.contexts = contexts;
  }

  ControllerPublishVolumeResponse publish(ControllerPublishVolumeRequest request) {
    Mistakes mistakes = new Mistakes();
    String id = request.getVolumeId();
    String node = request.getNodeId();
    mistakes.check(() -> Fields.required("volume_id", id));
    mistakes.check(() -> Fields.required("node_id", node));
    VolumeAccessMode mode =
        mistakes.finish(
            mistakes.read(() ->
                CsiAccessModes.require(
                    request.hasVolumeCapability(), request.getVolumeCapability())));
    NodeId nodeId =
        NodeId.parse(node)
            .orElseThrow(() ->
                new DriverException.NotFound("node_id: no node of this driver has this id", null));
    Attached attached = volumes.publish(id, new Attach(node, mode, request.getReadonly()));
    return ControllerPublishVolumeResponse.newBuilder()
        .putAllPublishContext(contexts.of(attached, nodeId))
        .build();
  }

  ControllerUnpublishVolumeResponse unpublish(ControllerUnpublishVolumeRequest request) {
    volumes.unpublish(
        Fields.required("volume_id", request.getVolumeId()),
        Optional.of(request.getNodeId()).filter(node -> !node.isEmpty()));
    return ControllerUnpublishVolumeResponse.getDefaultInstance();
  }
}
