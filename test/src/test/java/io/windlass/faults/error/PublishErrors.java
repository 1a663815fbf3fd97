package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.UNKNOWN;
import static io.windlass.faults.error.VolumeErrors.BLOCK;
import static io.windlass.faults.error.VolumeErrors.ONE_NODE;

import io.windlass.faults.csi.VolumeRequests;
import io.windlass.faults.error.NodeWorld.Attached;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import java.util.stream.Stream;

/** Error tables of the Node's calls that publish volumes. */
final class PublishErrors {
  private final ErrorWorld world;
  private final NodeWorld node;
  private final VolumeRequests unknown;

  PublishErrors(ErrorWorld world) {
    this.world = world;
    this.node = new NodeWorld(world);
    this.unknown = node.at(UNKNOWN);
  }

  Stream<ErrorTable> all() {
    return Stream.of(publish(), unpublish());
  }

  private void publish(NodePublishVolumeRequest request) {
    world.call().node().nodePublishVolume(request);
  }

  private ErrorTable publish() {
    NodePublishVolumeRequest valid = unknown.publish().build();
    return new ErrorTable("NodePublishVolume")
        .missing(valid, this::publish, "volume_id", "target_path", "volume_capability")
        .row(
            "invalid field",
            "target_path must not be staging_target_path",
            () -> publish(valid.toBuilder().setTargetPath(valid.getStagingTargetPath()).build()))
        .row("volume does not exist", UNKNOWN, () -> publish(valid))
        .row(
            "published but is incompatible",
            "readonly",
            () -> {
              Attached volume = node.staged(VolumeRequests.CAPABILITY);
              publish(volume.publish().build());
              publish(volume.publish().setReadonly(true).build());
            })
        .row(
            "exceeds capabilities",
            "block",
            () -> publish(valid.toBuilder().setVolumeCapability(BLOCK).build()))
        .row(
            "exceeds capabilities",
            "staged in another way",
            () ->
                publish(
                    node.staged(VolumeRequests.CAPABILITY)
                        .publish()
                        .setVolumeCapability(ONE_NODE)
                        .build()))
        .row(
            "exceeds capabilities",
            "allows for one path",
            () -> {
              Attached volume = node.staged(ONE_NODE);
              publishAlone(volume);
              publishAlone(new Attached(elsewhere(volume), volume.context()));
            })
        .row(
            "exceeds capabilities",
            "allows for one path",
            () -> {
              Attached volume = node.staged(ONE_NODE);
              publishAlone(volume);
              Attached other = new Attached(node.at(volume.requests().id()), volume.context());
              node.stage(other.stage().setVolumeCapability(ONE_NODE).build());
              publishAlone(other);
            })
        .row(
            "staging target path not set",
            "staging_target_path",
            () -> publish(valid.toBuilder().clearStagingTargetPath().build()))
        .pending(() -> node.whileStaging(volume -> publish(volume.publish().build())));
  }

  private void publishAlone(Attached volume) {
    publish(volume.publish().setVolumeCapability(ONE_NODE).build());
  }

  /** Returns requests for the same volume and staging path with another target path. */
  private VolumeRequests elsewhere(Attached volume) {
    VolumeRequests other = node.at(volume.requests().id());
    return new VolumeRequests(
        other.id(), other.nodeId(), volume.requests().staging(), other.target());
  }

  private ErrorTable unpublish() {
    return new ErrorTable("NodeUnpublishVolume")
        .missing(unknown.unpublish(), this::unpublish, "volume_id", "target_path")
        .pending(() -> node.whileStaging(volume -> unpublish(volume.requests().unpublish())));
  }

  private void unpublish(NodeUnpublishVolumeRequest request) {
    world.call().node().nodeUnpublishVolume(request);
  }
}
