package io.windlass.faults.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeResponse;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.CreateSnapshotResponse;
import io.windlass.proto.csi.CreateVolumeGroupSnapshotResponse;
import io.windlass.proto.csi.CreateVolumeResponse;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import io.windlass.proto.csi.NodeUnstageVolumeRequest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Model of what exists after successful CSI calls, according to their requests and answers; failed
 * calls change nothing. May be used by several threads.
 */
public final class CsiConsequences {
  private final Set<Attached> attachments = new HashSet<>();
  private final Set<String> volumes = new TreeSet<>();
  private final Map<String, Optional<String>> snapshots = new HashMap<>();
  private final Map<String, Map<String, String>> contexts = new HashMap<>();
  private final Set<Seen> staged = new HashSet<>();
  private final Set<Seen> published = new HashSet<>();

  record Attached(String volume, String node) {}

  /** A volume at a place; of one that is published, {@code on} is where it is staged. */
  record Seen(String volume, Path place, Path on) {}

  synchronized Set<String> volumes() {
    return Set.copyOf(volumes);
  }

  synchronized Set<Attached> attachments() {
    return Set.copyOf(attachments);
  }

  /** Ids of snapshots, with the group that each is of. */
  synchronized Map<String, Optional<String>> snapshots() {
    return Map.copyOf(snapshots);
  }

  synchronized Set<Seen> staged() {
    return Set.copyOf(staged);
  }

  synchronized Set<Seen> published() {
    return Set.copyOf(published);
  }

  /** Returns the publish context of the last attachment of a volume. */
  synchronized Map<String, String> publishContext(String volume) {
    return contexts.getOrDefault(volume, Map.of());
  }

  /** Records a call that succeeded. */
  public synchronized void of(String method, byte[] request, byte[] answer) {
    try {
      note(method, request, answer);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(method + " took a request, or gave an answer, that is none", e);
    }
  }

  private void note(String method, byte[] request, byte[] answer)
      throws InvalidProtocolBufferException {
    switch (method) {
      case "CreateVolume" ->
          volumes.add(CreateVolumeResponse.parseFrom(answer).getVolume().getVolumeId());
      case "DeleteVolume" -> volumes.remove(DeleteVolumeRequest.parseFrom(request).getVolumeId());
      case "ControllerPublishVolume" -> {
        var attach = ControllerPublishVolumeRequest.parseFrom(request);
        attachments.add(new Attached(attach.getVolumeId(), attach.getNodeId()));
        contexts.put(
            attach.getVolumeId(),
            ControllerPublishVolumeResponse.parseFrom(answer).getPublishContextMap());
      }
      case "ControllerUnpublishVolume" -> {
        var detach = ControllerUnpublishVolumeRequest.parseFrom(request);
        String node = detach.getNodeId();
        attachments.removeIf(each ->
            each.volume().equals(detach.getVolumeId())
                && (node.isEmpty() || each.node().equals(node)));
      }
      case "CreateSnapshot" ->
          snapshots.put(
              CreateSnapshotResponse.parseFrom(answer).getSnapshot().getSnapshotId(),
              Optional.empty());
      case "DeleteSnapshot" ->
          snapshots.remove(DeleteSnapshotRequest.parseFrom(request).getSnapshotId());
      case "CreateVolumeGroupSnapshot" -> {
        var group = CreateVolumeGroupSnapshotResponse.parseFrom(answer).getGroupSnapshot();
        group
            .getSnapshotsList()
            .forEach(each ->
                snapshots.put(each.getSnapshotId(), Optional.of(group.getGroupSnapshotId())));
      }
      case "DeleteVolumeGroupSnapshot" -> {
        String group = DeleteVolumeGroupSnapshotRequest.parseFrom(request).getGroupSnapshotId();
        snapshots.values().removeIf(Optional.of(group)::equals);
      }
      default -> node(method, request);
    }
  }

  private void node(String method, byte[] request) throws InvalidProtocolBufferException {
    switch (method) {
      case "NodeStageVolume" -> {
        var stage = NodeStageVolumeRequest.parseFrom(request);
        Path place = Path.of(stage.getStagingTargetPath()).normalize();
        staged.add(new Seen(stage.getVolumeId(), place, place));
      }
      case "NodeUnstageVolume" -> {
        var unstage = NodeUnstageVolumeRequest.parseFrom(request);
        Path place = Path.of(unstage.getStagingTargetPath()).normalize();
        staged.remove(new Seen(unstage.getVolumeId(), place, place));
        published.removeIf(
            each -> each.volume().equals(unstage.getVolumeId()) && each.on().equals(place));
      }
      case "NodePublishVolume" -> {
        var publish = NodePublishVolumeRequest.parseFrom(request);
        published.add(
            new Seen(
                publish.getVolumeId(),
                Path.of(publish.getTargetPath()).normalize(),
                Path.of(publish.getStagingTargetPath()).normalize()));
      }
      case "NodeUnpublishVolume" -> {
        var unpublish = NodeUnpublishVolumeRequest.parseFrom(request);
        Path place = Path.of(unpublish.getTargetPath()).normalize();
        published.removeIf(
            each -> each.volume().equals(unpublish.getVolumeId()) && each.place().equals(place));
      }
      default -> {}
    }
  }
}
