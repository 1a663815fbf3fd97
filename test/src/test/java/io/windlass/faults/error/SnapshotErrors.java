package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.UNKNOWN;

import io.grpc.Status;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.GetSnapshotRequest;
import io.windlass.proto.csi.GetVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.ListSnapshotsRequest;
import io.windlass.proto.csi.VolumeGroupSnapshot;
import io.windlass.test.csi.CallStatus;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioQuota;
import io.windlass.testing.UniqueName;
import java.util.List;
import java.util.stream.Stream;

/** Error tables of the calls about snapshots, of the Controller and the GroupController. */
final class SnapshotErrors {

  private final ErrorWorld world;

  SnapshotErrors(ErrorWorld world) {
    this.world = world;
  }

  Stream<ErrorTable> all() {
    return Stream.of(
        createSnapshot(),
        deleteSnapshot(),
        listSnapshots(),
        getSnapshot(),
        createGroup(),
        deleteGroup(),
        getGroup());
  }

  private static CreateSnapshotRequest of(String volume) {
    return CreateSnapshotRequest.newBuilder()
        .setName(UniqueName.of("row"))
        .setSourceVolumeId(volume)
        .build();
  }

  private void create(CreateSnapshotRequest request) {
    world.call().controller().createSnapshot(request);
  }

  private ErrorTable createSnapshot() {
    CreateSnapshotRequest valid = of(UNKNOWN);
    return new ErrorTable("CreateSnapshot")
        .missing(valid, this::create, "name", "source_volume_id")
        .row(
            "invalid field",
            "colour",
            () -> create(valid.toBuilder().putParameters("colour", "blue").build()))
        .row("volume does not exist", UNKNOWN, () -> create(valid))
        .row(
            "exists but is incompatible",
            "source_volume_id",
            () -> {
              CreateSnapshotRequest first = of(world.volume());
              create(first);
              create(first.toBuilder().setSourceVolumeId(world.volume()).build());
            })
        .pending(() -> {
          CreateSnapshotRequest request = of(world.volume());
          return world.besideItself(() -> create(request));
        })
        .answers(
            "not enough resources",
            DriverSetup.BACKEND,
            () -> {
              CreateSnapshotRequest request = of(world.volume());
              return withoutRoom(() -> create(request));
            });
  }

  /** Returns the status of a call while the bucket of the driver's records is full. */
  private Status withoutRoom(Runnable call) {
    MinioQuota.set(world.server(), DriverSetup.REGISTRY, 1);
    try {
      return CallStatus.of(call);
    } finally {
      MinioQuota.set(world.server(), DriverSetup.REGISTRY, 0);
    }
  }

  private ErrorTable deleteSnapshot() {
    return new ErrorTable("DeleteSnapshot")
        .missing(VolumeRequests.deleteSnapshot(UNKNOWN), this::delete, "snapshot_id")
        .row(
            "part of a group",
            "delete the group",
            () -> delete(VolumeRequests.deleteSnapshot(member(group(world.volume())))))
        .row(
            "snapshot in use",
            "is being filled from it",
            () -> {
              String snapshot = world.snapshot(written());
              world.beginToFill(snapshot);
              delete(VolumeRequests.deleteSnapshot(snapshot));
            })
        .pending(() -> {
          var request = VolumeRequests.deleteSnapshot(world.snapshot(world.volume()));
          return world.besideItself(() -> delete(request));
        });
  }

  private void delete(DeleteSnapshotRequest request) {
    world.call().controller().deleteSnapshot(request);
  }

  private String written() {
    String volume = world.volume();
    world.write(volume, new byte[7]);
    return volume;
  }

  private ErrorTable listSnapshots() {
    ListSnapshotsRequest.Builder request = ListSnapshotsRequest.newBuilder();
    return new ErrorTable("ListSnapshots")
        .row("invalid field", "max_entries", () -> list(request.clone().setMaxEntries(-1).build()))
        .row(
            "invalid starting_token",
            "starting_token",
            () -> list(request.clone().setStartingToken("never-given").build()));
  }

  private void list(ListSnapshotsRequest request) {
    world.call().controller().listSnapshots(request);
  }

  private ErrorTable getSnapshot() {
    GetSnapshotRequest valid = GetSnapshotRequest.newBuilder().setSnapshotId(UNKNOWN).build();
    return new ErrorTable("GetSnapshot")
        .missing(valid, r -> world.call().controller().getSnapshot(r), "snapshot_id")
        .row(
            "snapshot does not exist", UNKNOWN, () -> world.call().controller().getSnapshot(valid));
  }

  static CreateVolumeGroupSnapshotRequest groupOf(String... volumes) {
    return CreateVolumeGroupSnapshotRequest.newBuilder()
        .setName(UniqueName.of("row"))
        .addAllSourceVolumeIds(List.of(volumes))
        .build();
  }

  private void create(CreateVolumeGroupSnapshotRequest request) {
    world.call().groups().createVolumeGroupSnapshot(request);
  }

  private VolumeGroupSnapshot group(String... volumes) {
    return world.call().groups().createVolumeGroupSnapshot(groupOf(volumes)).getGroupSnapshot();
  }

  private static String member(VolumeGroupSnapshot group) {
    return group.getSnapshots(0).getSnapshotId();
  }

  private ErrorTable createGroup() {
    CreateVolumeGroupSnapshotRequest valid = groupOf(UNKNOWN);
    return new ErrorTable("CreateVolumeGroupSnapshot")
        .missing(valid, this::create, "name", "source_volume_ids")
        .row(
            "invalid field",
            "colour",
            () -> create(valid.toBuilder().putParameters("colour", "blue").build()))
        .row("volume does not exist", UNKNOWN, () -> create(valid))
        .row(
            "exists but is incompatible",
            "source_volume_ids",
            () -> {
              CreateVolumeGroupSnapshotRequest first = groupOf(world.volume());
              create(first);
              create(first.toBuilder().addSourceVolumeIds(world.volume()).build());
            })
        .pending(() -> {
          CreateVolumeGroupSnapshotRequest request = groupOf(world.volume());
          return world.besideItself(() -> create(request));
        })
        .answers(
            "not enough space",
            DriverSetup.BACKEND,
            () -> {
              CreateVolumeGroupSnapshotRequest request = groupOf(world.volume());
              return withoutRoom(() -> create(request));
            });
  }

  private ErrorTable deleteGroup() {
    return new ErrorTable("DeleteVolumeGroupSnapshot")
        .missing(VolumeRequests.deleteGroup(UNKNOWN), this::deleteGroup, "group_snapshot_id")
        .row(
            "snapshot list mismatch",
            "snapshot_ids",
            () ->
                deleteGroup(
                    VolumeRequests.deleteGroup(group(world.volume()).getGroupSnapshotId())
                        .toBuilder()
                        .addSnapshotIds(UNKNOWN)
                        .build()))
        .row(
            "group snapshot in use",
            "is being filled from it",
            () -> {
              VolumeGroupSnapshot group = group(written());
              world.beginToFill(member(group));
              deleteGroup(VolumeRequests.deleteGroup(group.getGroupSnapshotId()));
            })
        .pending(() -> {
          var request = VolumeRequests.deleteGroup(group(world.volume()).getGroupSnapshotId());
          return world.besideItself(() -> deleteGroup(request));
        });
  }

  private void deleteGroup(DeleteVolumeGroupSnapshotRequest request) {
    world.call().groups().deleteVolumeGroupSnapshot(request);
  }

  private ErrorTable getGroup() {
    GetVolumeGroupSnapshotRequest valid =
        GetVolumeGroupSnapshotRequest.newBuilder().setGroupSnapshotId(UNKNOWN).build();
    return new ErrorTable("GetVolumeGroupSnapshot")
        .missing(valid, this::getGroup, "group_snapshot_id")
        .row(
            "snapshot list mismatch",
            "snapshot_ids",
            () ->
                getGroup(
                    valid.toBuilder()
                        .setGroupSnapshotId(group(world.volume()).getGroupSnapshotId())
                        .addSnapshotIds(UNKNOWN)
                        .build()))
        .row("group snapshot does not exist", UNKNOWN, () -> getGroup(valid));
  }

  private void getGroup(GetVolumeGroupSnapshotRequest request) {
    world.call().groups().getVolumeGroupSnapshot(request);
  }
}
