package io.windlass.csi.controller;

import io.grpc.stub.StreamObserver;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.CreateVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeGroupSnapshotResponse;
import io.windlass.proto.csi.DeleteVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.DeleteVolumeGroupSnapshotResponse;
import io.windlass.proto.csi.GetVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.GetVolumeGroupSnapshotResponse;
import io.windlass.proto.csi.GroupControllerGetCapabilitiesRequest;
import io.windlass.proto.csi.GroupControllerGetCapabilitiesResponse;
import io.windlass.proto.csi.GroupControllerGrpc;
import io.windlass.proto.csi.GroupControllerServiceCapability;
import io.windlass.proto.csi.GroupControllerServiceCapability.RPC;
import io.windlass.proto.csi.VolumeGroupSnapshot;
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackends;
import io.windlass.rpc.Fields;
import io.windlass.rpc.Unary;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.GroupSnapshot;
import io.windlass.volume.snapshot.GroupSnapshots;
import io.windlass.volume.snapshot.SnapshotId;
import java.util.List;

/**
 * The GroupController service: snapshots of several volumes that are consistent with each other.
 */
public final class GroupControllerService extends GroupControllerGrpc.GroupControllerImplBase {
  private final OpenBackends backends;
  private final GroupSnapshots groups;

  public GroupControllerService(OpenBackends backends, GroupSnapshots groups) {
    this.backends = backends;
    this.groups = groups;
  }

  @Override
  public void groupControllerGetCapabilities(
      GroupControllerGetCapabilitiesRequest request,
      StreamObserver<GroupControllerGetCapabilitiesResponse> reply) {
    RPC rpc = RPC.newBuilder().setType(RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT).build();
    Unary.answer(
        reply,
        () ->
            GroupControllerGetCapabilitiesResponse.newBuilder()
                .addCapabilities(GroupControllerServiceCapability.newBuilder().setRpc(rpc))
                .build());
  }

  @Override
  public void createVolumeGroupSnapshot(
      CreateVolumeGroupSnapshotRequest request,
      StreamObserver<CreateVolumeGroupSnapshotResponse> reply) {
    Unary.answer(reply, () -> create(request));
  }

  private CreateVolumeGroupSnapshotResponse create(CreateVolumeGroupSnapshotRequest request) {
    Mistakes mistakes = new Mistakes();
    String name = request.getName();
    mistakes.check(() -> SnapshotMessages.name(name));
    if (request.getSourceVolumeIdsList().isEmpty()) {
      mistakes.add("source_volume_ids: at least one is required");
    }
    request
        .getSourceVolumeIdsList()
        .forEach(id -> mistakes.check(() -> Fields.required("source_volume_ids", id)));
    mistakes.check(() -> SnapshotMessages.requireNone(request.getParametersMap()));
    mistakes.finish();
    List<VolumeId> sources =
        request.getSourceVolumeIdsList().stream()
            .map(id -> SnapshotMessages.volume(id, backends))
            .toList();
    return CreateVolumeGroupSnapshotResponse.newBuilder()
        .setGroupSnapshot(message(groups.create(name, sources)))
        .build();
  }

  @Override
  public void deleteVolumeGroupSnapshot(
      DeleteVolumeGroupSnapshotRequest request,
      StreamObserver<DeleteVolumeGroupSnapshotResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          String id = Fields.required("group_snapshot_id", request.getGroupSnapshotId());
          backends.requireBackendOf(id);
          SnapshotId.parse(id, backends)
              .ifPresent(known -> groups.delete(known, request.getSnapshotIdsList()));
          return DeleteVolumeGroupSnapshotResponse.getDefaultInstance();
        });
  }

  @Override
  public void getVolumeGroupSnapshot(
      GetVolumeGroupSnapshotRequest request, StreamObserver<GetVolumeGroupSnapshotResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          String id = Fields.required("group_snapshot_id", request.getGroupSnapshotId());
          GroupSnapshot group =
              SnapshotId.parse(id, backends)
                  .flatMap(known -> groups.find(known, request.getSnapshotIdsList()))
                  .orElseThrow(() ->
                      new DriverException.NotFound(
                          "there is no group snapshot %s".formatted(id), null));
          return GetVolumeGroupSnapshotResponse.newBuilder()
              .setGroupSnapshot(message(group))
              .build();
        });
  }

  private static VolumeGroupSnapshot message(GroupSnapshot group) {
    return VolumeGroupSnapshot.newBuilder()
        .setGroupSnapshotId(group.id().toString())
        .addAllSnapshots(group.snapshots().stream().map(SnapshotMessages::snapshot).toList())
        .setCreationTime(SnapshotMessages.time(group.at()))
        .setReadyToUse(group.ready())
        .build();
  }
}
