package io.windlass.csi.controller;

import io.windlass.config.SpecLevel;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.ControllerServiceCapability.RPC;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateSnapshotResponse;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteSnapshotResponse;
import io.windlass.proto.csi.GetSnapshotRequest;
import io.windlass.proto.csi.GetSnapshotResponse;
import io.windlass.proto.csi.ListSnapshotsRequest;
import io.windlass.proto.csi.ListSnapshotsResponse;
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackends;
import io.windlass.rpc.Fields;
import io.windlass.volume.RegionRequirement;
import io.windlass.volume.VolumeId;
import io.windlass.volume.Volumes;
import io.windlass.volume.snapshot.Snapshot;
import io.windlass.volume.snapshot.SnapshotId;
import io.windlass.volume.snapshot.SnapshotList;
import io.windlass.volume.snapshot.SnapshotServices;
import io.windlass.volume.snapshot.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The calls that create, delete, return and list snapshots. */
final class SnapshotCalls {
  private final OpenBackends backends;
  private final Snapshots snapshots;
  private final SnapshotList list;
  private final Volumes volumes;
  private final SpecLevel spec;
  private final RegionMessages regions;

  SnapshotCalls(
      OpenBackends backends,
      SnapshotServices services,
      Volumes volumes,
      SpecLevel spec,
      RegionMessages regions) {
    this.backends = backends;
    this.volumes = volumes;
    this.spec = spec;
    this.regions = regions;
    this.snapshots = services.snapshots();
    this.list = services.list();
  }

  /** Returns the capabilities of the snapshot calls. */
  List<RPC.Type> capabilities() {
    List<RPC.Type> all =
        new ArrayList<>(
            List.of(
                RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.LIST_SNAPSHOTS, RPC.Type.CLONE_VOLUME));
    if (spec.hasGetSnapshot()) {
      all.add(RPC.Type.GET_SNAPSHOT);
    }
    return all;
  }

  CreateSnapshotResponse create(CreateSnapshotRequest request) {
    Mistakes mistakes = new Mistakes();
    String name = request.getName();
    mistakes.check(() -> SnapshotMessages.name(name));
    mistakes.check(() -> Fields.required("source_volume_id", request.getSourceVolumeId()));
    mistakes.check(() -> SnapshotMessages.requireNone(request.getParametersMap()));
    RegionRequirement asked =
        mistakes.finish(
            mistakes.read(() ->
                regions.requirement(
                    request.hasAccessibilityRequirements(),
                    request.getAccessibilityRequirements())));
    VolumeId volume = SnapshotMessages.volume(request.getSourceVolumeId(), backends);
    Optional<String> region = regions.areTold() ? volumes.region(volume) : Optional.empty();
    requireIn(region, asked, volume);
    Snapshot snapshot = snapshots.create(name, volume);
    return CreateSnapshotResponse.newBuilder()
        .setSnapshot(SnapshotMessages.snapshot(snapshot))
        .build();
  }

  /**
   * Checks that the required regions include the volume's: a snapshot is in the region of its
   * volume.
   */
  private static void requireIn(Optional<String> region, RegionRequirement asked, VolumeId volume) {
    if (region.filter(there -> !asked.admits(there)).isPresent()) {
      throw new DriverException.QuotaExceeded(
          "accessibility_requirements: volume %s and its snapshots are in region %s, and not in %s"
              .formatted(volume, region.get(), asked),
          null);
    }
  }

  DeleteSnapshotResponse delete(DeleteSnapshotRequest request) {
    String id = Fields.required("snapshot_id", request.getSnapshotId());
    backends.requireBackendOf(id);
    SnapshotId.parse(id, backends).ifPresent(snapshots::delete);
    return DeleteSnapshotResponse.getDefaultInstance();
  }

  GetSnapshotResponse get(GetSnapshotRequest request) {
    if (!spec.hasGetSnapshot()) {
      throw new DriverException.Unsupported(
          "this call is of spec 1.12: set WINDLASS_CSI_SPEC to it", null);
    }
    String id = Fields.required("snapshot_id", request.getSnapshotId());
    Snapshot snapshot =
        find(id)
            .orElseThrow(
                () -> new DriverException.NotFound("there is no snapshot %s".formatted(id), null));
    return GetSnapshotResponse.newBuilder()
        .setSnapshot(SnapshotMessages.snapshot(snapshot))
        .build();
  }

  private Optional<Snapshot> find(String id) {
    return SnapshotId.parse(id, backends).flatMap(snapshots::find);
  }

  ListSnapshotsResponse list(ListSnapshotsRequest request) {
    if (request.getMaxEntries() < 0) {
      throw new DriverException.InvalidArgument("max_entries must not be negative");
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
