package io.windlass.csi.controller;

import io.windlass.proto.csi.ControllerServiceCapability.RPC;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateSnapshotResponse;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteSnapshotResponse;
import io.windlass.proto.csi.GetSnapshotRequest;
import io.windlass.proto.csi.GetSnapshotResponse;
import io.windlass.proto.csi.ListSnapshotsRequest;
import io.windlass.proto.csi.ListSnapshotsResponse;
import io.windlass.provision.Sites;
import io.windlass.rpc.Fields;
import io.windlass.store.StoreException;
import io.windlass.volume.snapshot.Snapshot;
import io.windlass.volume.snapshot.SnapshotId;
import io.windlass.volume.snapshot.SnapshotList;
import io.windlass.volume.snapshot.SnapshotServices;
import io.windlass.volume.snapshot.Snapshots;
import java.util.List;
import java.util.Optional;

/** The calls that take, remove and list snapshots. */
public final class SnapshotCalls {
  private final Sites sites;
  private final Snapshots snapshots;
  private final SnapshotList list;

  public SnapshotCalls(Sites sites, SnapshotServices services) {
    this.sites = sites;
    this.snapshots = services.snapshots();
    this.list = services.list();
  }

  /** What is offered. */
  public List<RPC.Type> capabilities() {
    return List.of(
        RPC.Type.CREATE_DELETE_SNAPSHOT,
        RPC.Type.LIST_SNAPSHOTS,
        RPC.Type.GET_SNAPSHOT,
        RPC.Type.CLONE_VOLUME);
  }

  CreateSnapshotResponse create(CreateSnapshotRequest request) {
    String name = SnapshotMessages.name(request.getName());
    String source = Fields.required("source_volume_id", request.getSourceVolumeId());
    SnapshotMessages.requireNone(request.getParametersMap());
    Snapshot snapshot = snapshots.create(name, SnapshotMessages.volume(source, sites));
    return CreateSnapshotResponse.newBuilder()
        .setSnapshot(SnapshotMessages.snapshot(snapshot))
        .build();
  }

  DeleteSnapshotResponse delete(DeleteSnapshotRequest request) {
    String id = Fields.required("snapshot_id", request.getSnapshotId());
    SnapshotId.parse(id, sites).ifPresent(snapshots::delete);
    return DeleteSnapshotResponse.getDefaultInstance();
  }

  GetSnapshotResponse get(GetSnapshotRequest request) {
    String id = Fields.required("snapshot_id", request.getSnapshotId());
    Snapshot snapshot =
        find(id)
            .orElseThrow(() ->
                new StoreException.NotFound("there is no snapshot %s".formatted(id), null));
    return GetSnapshotResponse.newBuilder()
        .setSnapshot(SnapshotMessages.snapshot(snapshot))
        .build();
  }

  private Optional<Snapshot> find(String id) {
    return SnapshotId.parse(id, sites).flatMap(snapshots::find);
  }

  ListSnapshotsResponse list(ListSnapshotsRequest request) {
    if (request.getMaxEntries() < 0) {
      throw new StoreException.InvalidArgument("max_entries must not be negative");
    }
    Optional<String> volume = given(request.getSourceVolumeId());
    SnapshotList.Piece piece =
        given(request.getSnapshotId())
            .map(id ->
                new SnapshotList.Piece(
                    find(id)
                        .filter(found -> volume.filter(of -> !of.equals(found.volume())).isEmpty())
                        .stream()
                        .toList(),
                    Optional.empty()))
            .orElseGet(() ->
                list.list(volume, given(request.getStartingToken()), request.getMaxEntries()));
    ListSnapshotsResponse.Builder answer = ListSnapshotsResponse.newBuilder();
    piece
        .snapshots()
        .forEach(snapshot ->
            answer.addEntriesBuilder().setSnapshot(SnapshotMessages.snapshot(snapshot)));
    return answer.setNextToken(piece.next().orElse("")).build();
  }

  private static Optional<String> given(String field) {
    return Optional.of(field).filter(text -> !text.isEmpty());
  }
}
