package io.windlass.csi.controller;

import io.windlass.access.BucketLocation;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.PublishContext;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeResponse;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeResponse;
import io.windlass.provision.Mistakes;
import io.windlass.rpc.Fields;
import io.windlass.secret.Keyring;
import io.windlass.volume.Attach;
import io.windlass.volume.Attached;
import io.windlass.volume.Volume;
import io.windlass.volume.VolumeAccessMode;
import io.windlass.volume.Volumes;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The calls that publish volumes to nodes and unpublish them. */
final class AttachCalls {
  private final Volumes volumes;
  private final BucketConnectors connectors;
  private final Supplier<Keyring> keyring;

  AttachCalls(Volumes volumes, BucketConnectors connectors, Supplier<Keyring> keyring) {
    this.volumes = volumes;
    this.connectors = connectors;
    this.keyring = keyring;
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
        .putAllPublishContext(context(attached, nodeId))
        .build();
  }

  private Map<String, String> context(Attached attached, NodeId node) {
    Volume volume = attached.volume();
    BucketLocation location = attached.location();
    BucketConnector connector =
        connectors
            .of(location.protocol())
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "volumes of %s cannot be mounted yet".formatted(location)));
    return new PublishContext(
            connector.address(location),
            volume.id().prefix(),
            connector.credential(attached.credential()),
            volume.capacityBytes(),
            volume.capacityObjects(),
            attached.readOnly(),
            volume.tuning())
        .sealed(node, keyring.get(), volume.id().toString());
  }

  ControllerUnpublishVolumeResponse unpublish(ControllerUnpublishVolumeRequest request) {
    volumes.unpublish(
        Fields.required("volume_id", request.getVolumeId()),
        Optional.of(request.getNodeId()).filter(node -> !node.isEmpty()));
    return ControllerUnpublishVolumeResponse.getDefaultInstance();
  }
}
