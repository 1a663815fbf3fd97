package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.UNKNOWN;
import static io.windlass.faults.error.VolumeErrors.BLOCK;

import io.windlass.faults.csi.NodeKey;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.faults.error.NodeWorld.Attached;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import io.windlass.proto.csi.VolumeCapability;
import java.util.Map;
import java.util.stream.Stream;

/** Error tables of the Node's calls that stage volumes. */
final class StageErrors {
  private static final String KEY_ID = "accessKeyId";
  private static final String KEY = "secretAccessKey";

  private final ErrorWorld world;
  private final NodeWorld node;
  private final VolumeRequests unknown;

  StageErrors(ErrorWorld world) {
    this.world = world;
    this.node = new NodeWorld(world);
    this.unknown = node.at(UNKNOWN);
  }

  Stream<ErrorTable> all() {
    return Stream.of(stage(), unstage());
  }

  private static VolumeCapability flagged(String flag) {
    VolumeCapability.Builder capability = VolumeRequests.CAPABILITY.toBuilder();
    capability.getMountBuilder().addMountFlags(flag);
    return capability.build();
  }

  private ErrorTable stage() {
    NodeStageVolumeRequest valid = unknown.stage().putAllSecrets(root()).build();
    return new ErrorTable("NodeStageVolume")
        .missing(valid, node::stage, "volume_id", "staging_target_path", "volume_capability")
        .row("invalid field", "neither publish_context nor secrets", this::stageWithoutKey)
        .row(
            "invalid field",
            "absolute path",
            () -> node.stage(valid.toBuilder().setStagingTargetPath("here").build()))
        .row(
            "invalid field",
            "'vers' is unknown",
            () -> node.stage(valid.toBuilder().setVolumeCapability(flagged("vers=4")).build()))
        .row("volume does not exist", UNKNOWN, () -> node.stage(valid))
        .row(
            "staged but is incompatible",
            "mount_flags",
            () ->
                node.stage(
                    node.staged(VolumeRequests.CAPABILITY)
                        .stage()
                        .setVolumeCapability(flagged("uid=7"))
                        .build()))
        .row(
            "exceeds capabilities",
            "block",
            () -> node.stage(node.attached().stage().setVolumeCapability(BLOCK).build()))
        .pending(() -> {
          NodeStageVolumeRequest request = node.attached().stage().build();
          return world.besideItself(() -> node.stage(request));
        })
        .row("permission denied", "volume store/row", () -> stageWith(keyOfAnother()))
        .row(
            "not authenticated",
            "volume store/row",
            () -> stageWith(secrets(world.server().rootAccessKey(), "wrong")));
  }

  private Map<String, String> root() {
    return secrets(world.server().rootAccessKey(), world.server().rootSecret().reveal());
  }

  private Map<String, String> secrets(String keyId, String key) {
    return Map.of(KEY_ID, keyId, KEY, key, "endpoint", world.server().endpoint().toString());
  }

  /** The key that was made for another volume. */
  private Map<String, String> keyOfAnother() {
    Attached other = node.attached();
    NodeKey key = NodeKey.of(other.context(), world.setup().nodeKey(), other.requests().id());
    return secrets(key.keyId(), key.key().reveal());
  }

  private void stageWith(Map<String, String> secrets) {
    node.stage(node.at(world.volume()).stage().putAllSecrets(secrets).build());
  }

  private void stageWithoutKey() {
    node.stage(unknown.stage().build());
  }

  private ErrorTable unstage() {
    return new ErrorTable("NodeUnstageVolume")
        .missing(unknown.unstage(), this::unstage, "volume_id", "staging_target_path")
        .pending(
            () -> node.whileStaging(volume -> unstage(node.at(volume.requests().id()).unstage())));
  }

  private void unstage(NodeUnstageVolumeRequest request) {
    world.call().node().nodeUnstageVolume(request);
  }
}
