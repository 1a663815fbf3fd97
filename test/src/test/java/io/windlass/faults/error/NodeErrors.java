package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.BYTES;
import static io.windlass.faults.error.ErrorWorld.UNKNOWN;
import static io.windlass.faults.error.VolumeErrors.BLOCK;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.faults.error.NodeWorld.Attached;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.NodeExpandVolumeRequest;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.test.csi.CallStatus;
import io.windlass.testing.Programs;
import java.util.Optional;
import java.util.stream.Stream;

/** Tables of Node's calls about volumes that are mounted, and of Probe. */
final class NodeErrors {
  private final ErrorWorld world;
  private final NodeWorld node;
  private final VolumeRequests unknown;
  private Optional<Status> silent = Optional.empty();

  NodeErrors(ErrorWorld world) {
    this.world = world;
    this.node = new NodeWorld(world);
    this.unknown = node.at(UNKNOWN);
  }

  Stream<ErrorTable> all() {
    return Stream.of(stats(), health(), expand(), probe());
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
              Attached volume = node.staged(VolumeRequests.CAPABILITY);
              stats(valid.toBuilder().setVolumeId(volume.requests().id()).build());
            });
  }

  private void stats(NodeGetVolumeStatsRequest request) {
    world.call().node().nodeGetVolumeStats(request);
  }

  private ErrorTable health() {
    var valid = NodeGetVolumeHealthRequest.newBuilder().setVolumeId(UNKNOWN).build();
    return new ErrorTable("NodeGetVolumeHealth")
        .missing(valid, this::health, "volume_id")
        .row("volume does not exist", UNKNOWN, () -> health(valid));
  }

  private void health(NodeGetVolumeHealthRequest request) {
    world.call().node().nodeGetVolumeHealth(request);
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
        .pending(() ->
            node.whileStaging(volume ->
                expand(
                    VolumeRequests.expandOnNode(
                        volume.requests().id(), volume.requests().staging(), 2 * BYTES))));
  }

  private void expand(NodeExpandVolumeRequest request) {
    world.call().node().nodeExpandVolume(request);
  }

  private ErrorTable probe() {
    return new ErrorTable("Probe")
        .answers("plugin not healthy", "the mounter does not answer", this::withoutMounter)
        .answers(
            "missing required dependency",
            "the mounter does not answer: ", // it says what the call got
            this::withoutMounter);
  }

  /**
   * One answer is for both rows: each silence takes as long as the plugin waits for the mounter.
   */
  private Status withoutMounter() {
    Status answer = silent.orElseGet(this::whileTheMounterIsSilent);
    silent = Optional.of(answer);
    return answer;
  }

  private Status whileTheMounterIsSilent() {
    long mounter = world.plugin().mounter().pid();
    Programs.signal("STOP", mounter);
    try {
      // One mounter may follow another, so a silence counts only when it lasts.
      return await().until(() -> CallStatus.of(this::askWhetherReady), status -> !status.isOk());
    } finally {
      Programs.signal("CONT", mounter);
    }
  }

  private void askWhetherReady() {
    world.call().identity().probe(ProbeRequest.getDefaultInstance());
  }
}
