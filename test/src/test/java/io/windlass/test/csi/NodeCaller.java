package io.windlass.test.csi;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.windlass.faults.Progress;
import io.windlass.faults.RetryLoop;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodeGetInfoRequest;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsResponse;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeHealth.VolumeHealthEntry;
import io.windlass.test.driver.DriverOutput;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls a plugin as a CO does: for one volume, staged at one place, and again when the answer is
 * that something was too slow.
 */
public final class NodeCaller {
  static final long CAPACITY = 1L << 30;

  /** Longer than any call takes, on a machine that is busy, too. */
  private static final int SECONDS = 300;

  private final CsiPlugin controller;
  private final CsiPlugin plugin;
  private final Path staging;
  private final VolumeCapability capability;
  private String volumeId = "";
  private Map<String, String> publishContext = Map.of();
  private Map<String, String> volumeContext = Map.of();
  private Map<String, String> secrets = Map.of();
  private boolean once;

  private NodeCaller(
      CsiPlugin controller, CsiPlugin plugin, Path staging, VolumeCapability capability) {
    this.controller = controller;
    this.plugin = plugin;
    this.staging = staging;
    this.capability = capability;
  }

  /** Returns a caller for a volume of which the node knows nothing yet. */
  static NodeCaller of(CsiPlugin plugin, String name, VolumeCapability capability) {
    return new NodeCaller(plugin, plugin, plugin.mounts().resolve(name), capability);
  }

  /** Returns a caller for a new volume that is published to the node. */
  public static NodeCaller attached(CsiPlugin plugin, VolumeCapability capability) {
    NodeCaller caller = of(plugin, UniqueName.of("staged"), capability);
    CreateVolumeRequest request =
        CreateVolumeRequest.newBuilder()
            .setName(UniqueName.of("volume"))
            .addVolumeCapabilities(capability)
            .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(CAPACITY))
            .build();
    var volume =
        caller.answer("create", () -> caller.controller().createVolume(request)).getVolume();
    caller.volumeId = volume.getVolumeId();
    caller.volumeContext = volume.getVolumeContextMap();
    caller.attach();
    return caller;
  }

  /** Publishes it to the node, which gets a key. */
  void attach() {
    ControllerPublishVolumeRequest request =
        ControllerPublishVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setNodeId(nodeId())
            .setVolumeCapability(capability)
            .putAllVolumeContext(volumeContext)
            .build();
    publishContext =
        answer("attach", () -> controller().controllerPublishVolume(request))
            .getPublishContextMap();
  }

  public static VolumeCapability capability(Mode mode, String... flags) {
    return VolumeCapability.newBuilder()
        .setMount(VolumeCapability.MountVolume.newBuilder().addAllMountFlags(List.of(flags)))
        .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
        .build();
  }

  /** Sets another volume id, volume context and secrets. */
  NodeCaller with(String id, Map<String, String> context, Map<String, String> secret) {
    volumeId = id;
    volumeContext = context;
    secrets = secret;
    return this;
  }

  public NodeCaller withCapability(VolumeCapability other) {
    return same(staging, other);
  }

  /** Returns a caller for the same volume with another staging path. */
  NodeCaller at(Path other) {
    return same(other, capability);
  }

  private NodeCaller same(Path place, VolumeCapability how) {
    NodeCaller caller =
        new NodeCaller(controller, plugin, place, how).with(volumeId, volumeContext, secrets);
    caller.publishContext = publishContext;
    caller.once = once;
    return caller;
  }

  /** Returns the same caller, which repeats no call: for tests that look at each answer. */
  NodeCaller once() {
    NodeCaller caller = same(staging, capability);
    caller.once = true;
    return caller;
  }

  private <T> T answer(String what, Supplier<T> call) {
    return once
        ? call.get()
        : new RetryLoop(new SplittableRandom(1), new Progress()).call(what, call);
  }

  /** Returns a caller for the same volume, published to another node of its controller, too. */
  NodeCaller alsoOn(CsiPlugin node) {
    NodeCaller caller =
        new NodeCaller(controller, node, node.mounts().resolve(staging.getFileName()), capability)
            .with(volumeId, volumeContext, secrets);
    caller.attach();
    return caller;
  }

  private ControllerGrpc.ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(controller.channel())
        .withWaitForReady()
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  NodeGrpc.NodeBlockingStub node() {
    return NodeGrpc.newBlockingStub(plugin.channel())
        .withWaitForReady()
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  String volumeId() {
    return volumeId;
  }

  /** The bucket of a volume that has one to itself. */
  String bucket() {
    return volumeId.substring(volumeId.indexOf('/') + 1);
  }

  Map<String, String> publishContext() {
    return publishContext;
  }

  String nodeId() {
    return node().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()).getNodeId();
  }

  Path staging() {
    return staging;
  }

  Path target(String name) {
    return staging.resolveSibling(staging.getFileName() + "-" + name);
  }

  public void stage() {
    NodeStageVolumeRequest request =
        NodeStageVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setStagingTargetPath(staging.toString())
            .setVolumeCapability(capability)
            .putAllPublishContext(publishContext)
            .putAllVolumeContext(volumeContext)
            .putAllSecrets(secrets)
            .build();
    try {
      var _ = answer("stage", () -> node().nodeStageVolume(request));
    } catch (StatusRuntimeException e) {
      e.addSuppressed(new DriverOutput(plugin.process()));
      throw e;
    }
  }

  /** Publishes it, and gives the path. */
  public Path publish(String name) {
    return publish(name, false);
  }

  Path publish(String name, boolean readOnly) {
    return publish(name, readOnly, staging.toString());
  }

  /** Without a place where it is staged. */
  Path publishDirectly(String name) {
    return publish(name, false, "");
  }

  private Path publish(String name, boolean readOnly, String staged) {
    publishAt(target(name), readOnly, staged);
    return target(name);
  }

  /** Publishes it anywhere. */
  void publishAt(Path target) {
    publishAt(target, false, staging.toString());
  }

  private void publishAt(Path target, boolean readOnly, String staged) {
    NodePublishVolumeRequest request =
        NodePublishVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setStagingTargetPath(staged)
            .setTargetPath(target.toString())
            .setVolumeCapability(capability)
            .setReadonly(readOnly)
            .putAllPublishContext(publishContext)
            .putAllVolumeContext(volumeContext)
            .putAllSecrets(secrets)
            .build();
    var _ = answer("publish", () -> node().nodePublishVolume(request));
  }

  public void unpublish(String name) {
    unpublishAt(target(name));
  }

  /** Unpublishes it anywhere. */
  void unpublishAt(Path target) {
    NodeUnpublishVolumeRequest request =
        NodeUnpublishVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setTargetPath(target.toString())
            .build();
    var _ = answer("unpublish", () -> node().nodeUnpublishVolume(request));
  }

  /** Unpublishes it, and unstages it. */
  void leave(String... names) {
    for (String name : names) {
      unpublish(name);
    }
    unstage();
  }

  public void unstage() {
    NodeUnstageVolumeRequest request =
        NodeUnstageVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setStagingTargetPath(staging.toString())
            .build();
    var _ = answer("unstage", () -> node().nodeUnstageVolume(request));
  }

  NodeGetVolumeStatsResponse stats(Path path) {
    return node()
        .nodeGetVolumeStats(
            NodeGetVolumeStatsRequest.newBuilder()
                .setVolumeId(volumeId)
                .setVolumePath(path.toString())
                .build());
  }

  /** Expands and modifies it, and tells its nodes nothing. */
  void change(long bytes, Map<String, String> parameters) {
    ControllerExpandVolumeRequest expand =
        ControllerExpandVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
            .build();
    ControllerModifyVolumeRequest modify =
        ControllerModifyVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .putAllMutableParameters(parameters)
            .build();
    var _ = answer("expand", () -> controller().controllerExpandVolume(expand));
    var _ = answer("modify", () -> controller().controllerModifyVolume(modify));
  }

  /** Grows what is at a path. */
  void expand(Path path, long bytes) {
    node()
        .nodeExpandVolume(
            NodeExpandVolumeRequest.newBuilder()
                .setVolumeId(volumeId)
                .setVolumePath(path.toString())
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
                .build());
  }

  /** Returns the health of the volume, as the node reports it. */
  List<VolumeHealthEntry> health() {
    return node()
        .nodeGetVolumeHealth(
            NodeGetVolumeHealthRequest.newBuilder()
                .setVolumeId(volumeId)
                .setStagingTargetPath(staging.toString())
                .build())
        .getVolumeHealth()
        .getHealthStatusesList();
  }

  /** Asks the plugin whether it is well. */
  void probe() {
    IdentityGrpc.newBlockingStub(plugin.channel())
        .withWaitForReady()
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS)
        .probe(ProbeRequest.getDefaultInstance());
  }

  /** Takes it from the node, and deletes it. */
  void detachAndDelete() {
    detach();
    DeleteVolumeRequest request = DeleteVolumeRequest.newBuilder().setVolumeId(volumeId).build();
    var _ = answer("delete", () -> controller().deleteVolume(request));
  }

  /** Takes it from the node: its key is not accepted any more. */
  void detach() {
    ControllerUnpublishVolumeRequest request =
        ControllerUnpublishVolumeRequest.newBuilder()
            .setVolumeId(volumeId)
            .setNodeId(nodeId())
            .build();
    var _ = answer("detach", () -> controller().controllerUnpublishVolume(request));
  }

  /** How a call ends. */
  public static Status.Code code(Runnable call) {
    return CallStatus.of(call).getCode();
  }
}
