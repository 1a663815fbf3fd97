package io.windlass.faults;

import static io.windlass.faults.ErrorWorld.BYTES;
import static io.windlass.faults.ErrorWorld.UNKNOWN;
import static io.windlass.faults.VolumeErrors.BLOCK;
import static io.windlass.faults.VolumeErrors.ONE_NODE;

import io.grpc.Status;
import io.grpc.Status.Code;
import io.windlass.csi.PublishContext;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodeGetInfoRequest;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.provision.CredentialSeal;
import io.windlass.store.Credential;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Tables of Node's calls, and of Probe. */
final class NodeErrors {
  private static final String PENDING = "operation pending";
  private static final String UNDER_WAY = "is under way";

  private final ErrorWorld world;
  private final VolumeRequests unknown;

  NodeErrors(ErrorWorld world) {
    this.world = world;
    this.unknown = at(UNKNOWN);
  }

  Stream<ErrorTable> all() {
    return Stream.of(
        stage(), unstage(), publish(), unpublish(), stats(), health(), expand(), probe());
  }

  private String nodeId() {
    return world.call().node().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()).getNodeId();
  }

  /** A volume, at places of its own. */
  private VolumeRequests at(String volume) {
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
  private record Attached(VolumeRequests requests, Map<String, String> context) {
    NodeStageVolumeRequest.Builder stage() {
      return requests.stage().putAllPublishContext(context);
    }

    NodePublishVolumeRequest.Builder publish() {
      return requests.publish().putAllPublishContext(context);
    }
  }

  private Attached attached() {
    VolumeRequests volume = at(world.volume());
    return new Attached(volume, attach(volume));
  }

  /** One that is staged for workloads that use it so. */
  private Attached staged(VolumeCapability capability) {
    Attached volume = attached();
    stage(volume.stage().setVolumeCapability(capability).build());
    return volume;
  }

  private Object stage(NodeStageVolumeRequest request) {
    return world.call().node().nodeStageVolume(request);
  }

  private static VolumeCapability flagged(String flag) {
    VolumeCapability.Builder capability = VolumeRequests.CAPABILITY.toBuilder();
    capability.getMountBuilder().addMountFlags(flag);
    return capability.build();
  }

  private ErrorTable stage() {
    NodeStageVolumeRequest valid = unknown.stage().putAllSecrets(root()).build();
    return new ErrorTable("NodeStageVolume")
        .missing(valid, this::stage, "volume_id", "staging_target_path", "volume_capability")
        .row("invalid field", "neither publish_context nor secrets", this::stageWithoutKey)
        .row(
            "invalid field",
            "absolute path",
            () -> stage(valid.toBuilder().setStagingTargetPath("here").build()))
        .row(
            "invalid field",
            "'vers' is unknown",
            () -> stage(valid.toBuilder().setVolumeCapability(flagged("vers=4")).build()))
        .row("volume does not exist", UNKNOWN, () -> stage(valid))
        .row(
            "staged but is incompatible",
            "mount_flags",
            () ->
                stage(
                    staged(VolumeRequests.CAPABILITY)
                        .stage()
                        .setVolumeCapability(flagged("uid=7"))
                        .build()))
        .row(
            "exceeds capabilities",
            "block",
            () -> stage(attached().stage().setVolumeCapability(BLOCK).build()))
        .answers(
            PENDING,
            UNDER_WAY,
            () -> {
              NodeStageVolumeRequest request = attached().stage().build();
              return world.besideItself(() -> stage(request));
            })
        .row("permission denied", "row", () -> stageWith(keyOfAnother()))
        .row("not authenticated", "row", () -> stageWith(secrets(root().get(KEY_ID), "wrong")));
  }

  private static final String KEY_ID = "accessKeyId";
  private static final String KEY = "secretAccessKey";

  private Map<String, String> root() {
    return secrets(world.server().rootAccessKey(), world.server().rootSecret().reveal());
  }

  private Map<String, String> secrets(String keyId, String key) {
    return Map.of(KEY_ID, keyId, KEY, key, "endpoint", world.server().endpoint().toString());
  }

  /** The key that was made for another volume. */
  private Map<String, String> keyOfAnother() {
    Attached other = attached();
    Credential credential =
        PublishContext.open(
                other.context, new CredentialSeal(world::keys), other.requests.id(), nodeId())
            .orElseThrow()
            .credential();
    if (credential instanceof Credential.S3(var keyId, var key)) {
      return secrets(keyId, key.reveal());
    }
    throw new AssertionError("no key of S3: " + credential);
  }

  private void stageWith(Map<String, String> secrets) {
    stage(at(world.volume()).stage().putAllSecrets(secrets).build());
  }

  private void stageWithoutKey() {
    stage(unknown.stage().build());
  }

  private ErrorTable unstage() {
    return new ErrorTable("NodeUnstageVolume")
        .missing(unknown.unstage(), this::unstage, "volume_id", "staging_target_path")
        .answers(
            PENDING,
            UNDER_WAY,
            () -> whileStaging(volume -> unstage(at(volume.requests.id()).unstage())));
  }

  private Object unstage(NodeUnstageVolumeRequest request) {
    return world.call().node().nodeUnstageVolume(request);
  }

  /** What a call gets while its volume is being staged. */
  private Status whileStaging(Consumer<Attached> call) {
    Attached volume = attached();
    return world.beside(() -> stage(volume.stage().build()), () -> call.accept(volume));
  }

  private Object publish(NodePublishVolumeRequest request) {
    return world.call().node().nodePublishVolume(request);
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
              Attached volume = staged(VolumeRequests.CAPABILITY);
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
                    staged(VolumeRequests.CAPABILITY)
                        .publish()
                        .setVolumeCapability(ONE_NODE)
                        .build()))
        .row(
            "exceeds capabilities",
            "allows for one path",
            () -> {
              Attached volume = staged(ONE_NODE);
              publishAlone(volume);
              publishAlone(new Attached(elsewhere(volume), volume.context));
            })
        .row(
            "exceeds capabilities",
            "allows for one path",
            () -> {
              Attached volume = staged(ONE_NODE);
              publishAlone(volume);
              Attached other = new Attached(at(volume.requests.id()), volume.context);
              stage(other.stage().setVolumeCapability(ONE_NODE).build());
              publishAlone(other);
            })
        .row(
            "staging target path not set",
            "staging_target_path",
            () -> publish(valid.toBuilder().clearStagingTargetPath().build()))
        .answers(
            PENDING, UNDER_WAY, () -> whileStaging(volume -> publish(volume.publish().build())));
  }

  private void publishAlone(Attached volume) {
    publish(volume.publish().setVolumeCapability(ONE_NODE).build());
  }

  /** The same volume, staged where it is, published at another place. */
  private VolumeRequests elsewhere(Attached volume) {
    VolumeRequests other = at(volume.requests.id());
    return new VolumeRequests(
        other.id(), other.nodeId(), volume.requests.staging(), other.target());
  }

  private ErrorTable unpublish() {
    return new ErrorTable("NodeUnpublishVolume")
        .missing(unknown.unpublish(), this::unpublish, "volume_id", "target_path")
        .answers(
            PENDING,
            UNDER_WAY,
            () -> whileStaging(volume -> unpublish(volume.requests.unpublish())));
  }

  private Object unpublish(NodeUnpublishVolumeRequest request) {
    return world.call().node().nodeUnpublishVolume(request);
  }

  private ErrorTable stats() {
    NodeGetVolumeStatsRequest valid =
        NodeGetVolumeStatsRequest.newBuilder()
            .setVolumeId(UNKNOWN)
            .setVolumePath(unknown.target().toString())
            .build();
    return new ErrorTable("NodeGetVolumeStats")
        .missing(valid, this::stats, "volume_id", "volume_path")
        .row("volume does not exist", UNKNOWN, () -> stats(valid))
        .row(
            "volume does not exist",
            "is not at this path",
            () -> {
              Attached volume = staged(VolumeRequests.CAPABILITY);
              stats(valid.toBuilder().setVolumeId(volume.requests.id()).build());
            });
  }

  private Object stats(NodeGetVolumeStatsRequest request) {
    return world.call().node().nodeGetVolumeStats(request);
  }

  private ErrorTable health() {
    var valid = NodeGetVolumeHealthRequest.newBuilder().setVolumeId(UNKNOWN).build();
    return new ErrorTable("NodeGetVolumeHealth")
        .missing(valid, this::health, "volume_id")
        .row("volume does not exist", UNKNOWN, () -> health(valid));
  }

  private Object health(NodeGetVolumeHealthRequest request) {
    return world.call().node().nodeGetVolumeHealth(request);
  }

  private ErrorTable expand() {
    NodeExpandVolumeRequest valid =
        VolumeRequests.expandOnNode(UNKNOWN, unknown.target(), 2 * BYTES);
    CapacityRange negative = CapacityRange.newBuilder().setRequiredBytes(-1).build();
    CapacityRange empty = CapacityRange.newBuilder().setRequiredBytes(10).setLimitBytes(5).build();
    return new ErrorTable("NodeExpandVolume")
        .missing(valid, this::expand, "volume_id", "volume_path")
        .row(
            "invalid field",
            "capacity_range",
            () -> expand(valid.toBuilder().setCapacityRange(negative).build()))
        .row(
            "exceeds capabilities",
            "block",
            () -> expand(valid.toBuilder().setVolumeCapability(BLOCK).build()))
        .row("volume does not exist", UNKNOWN, () -> expand(valid))
        .row(
            "unsupported capacity_range",
            "limit_bytes",
            () -> expand(valid.toBuilder().setCapacityRange(empty).build()))
        .answers(
            PENDING,
            UNDER_WAY,
            () ->
                whileStaging(volume ->
                    expand(
                        VolumeRequests.expandOnNode(
                            volume.requests.id(), volume.requests.staging(), 2 * BYTES))));
  }

  private Object expand(NodeExpandVolumeRequest request) {
    return world.call().node().nodeExpandVolume(request);
  }

  private ErrorTable probe() {
    return new ErrorTable("Probe")
        .answers(
            "plugin not healthy",
            "the mounter does not answer",
            () -> {
              long mounter = world.plugin().mounter().pid();
              CsiPlugin.signal("STOP", mounter);
              try {
                return ErrorTable.status(this::askWhetherReady);
              } finally {
                CsiPlugin.signal("CONT", mounter);
              }
            })
        .answers(
            "missing required dependency",
            "a backend did not answer",
            () -> {
              askWhetherReady();
              return world.whileSilent(Code.FAILED_PRECONDITION, this::askWhetherReady);
            });
  }

  private void askWhetherReady() {
    world.call().identity().probe(ProbeRequest.getDefaultInstance());
  }
}
