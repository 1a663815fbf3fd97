package io.windlass.faults.csi;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.Snapshot;
import io.windlass.proto.csi.VolumeGroupSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Snapshots and group snapshots that a client of a storm has taken of its volumes. */
final class StormSnapshots {
  private static final int MOST = 3;

  private final String client;
  private final CsiCalls calls;
  private final Map<String, Taken> single = new TreeMap<>();
  private final Map<String, Group> groups = new TreeMap<>();

  /** A snapshot, and the files that it shows. */
  record Taken(String id, String volume, Map<String, byte[]> files, long bytes) {}

  private record Group(String id, List<Taken> members) {}

  StormSnapshots(String client, CsiCalls calls) {
    this.client = client;
    this.calls = calls;
  }

  /** All of them, those of groups too. */
  List<Taken> all() {
    List<Taken> all = new ArrayList<>(single.values());
    groups.values().forEach(group -> all.addAll(group.members()));
    return all;
  }

  /** Ids of groups. */
  List<String> groups() {
    return groups.values().stream().map(Group::id).toList();
  }

  /** Takes a snapshot of a volume, or removes the one of that name if it exists. */
  void act(StormVolume volume) {
    String name = "snap-%s-%d".formatted(client, calls.random().nextInt(MOST));
    if (single.containsKey(name)) {
      remove(name);
      return;
    }
    CreateSnapshotRequest request =
        CreateSnapshotRequest.newBuilder().setName(name).setSourceVolumeId(volume.id()).build();
    Snapshot made = take(request);
    assertThat(made.getSourceVolumeId()).isEqualTo(volume.id());
    single.put(
        name,
        new Taken(made.getSnapshotId(), volume.id(), Map.copyOf(volume.files), volume.bytes()));
    while (!made.getReadyToUse()) {
      made = take(request);
    }
  }

  private Snapshot take(CreateSnapshotRequest request) {
    return calls
        .controller("create " + request.getName(), stub -> stub.createSnapshot(request))
        .getSnapshot();
  }

  /** Takes one of all of these volumes at once, or removes that which is there. */
  void actAsGroup(List<StormVolume> volumes) {
    String name = "group-" + client;
    if (groups.containsKey(name)) {
      removeGroup(name);
      return;
    }
    CreateVolumeGroupSnapshotRequest request =
        CreateVolumeGroupSnapshotRequest.newBuilder()
            .setName(name)
            .addAllSourceVolumeIds(volumes.stream().map(StormVolume::id).toList())
            .build();
    VolumeGroupSnapshot made = take(request);
    Map<String, String> ids =
        made.getSnapshotsList().stream()
            .collect(Collectors.toMap(Snapshot::getSourceVolumeId, Snapshot::getSnapshotId));
    assertThat(ids).containsOnlyKeys(request.getSourceVolumeIdsList());
    List<Taken> members =
        volumes.stream()
            .map(volume ->
                new Taken(
                    requireNonNull(ids.get(volume.id())),
                    volume.id(),
                    Map.copyOf(volume.files),
                    volume.bytes()))
            .toList();
    groups.put(name, new Group(made.getGroupSnapshotId(), members));
    while (!made.getReadyToUse()) {
      made = take(request);
    }
  }

  private VolumeGroupSnapshot take(CreateVolumeGroupSnapshotRequest request) {
    return calls
        .groups("create " + request.getName(), stub -> stub.createVolumeGroupSnapshot(request))
        .getGroupSnapshot();
  }

  /** Removes all of them. */
  void removeAll() {
    List.copyOf(single.keySet()).forEach(this::remove);
    List.copyOf(groups.keySet()).forEach(this::removeGroup);
  }

  private void remove(String name) {
    String id = requireNonNull(single.get(name)).id();
    calls.controller(
        "delete " + name, stub -> stub.deleteSnapshot(VolumeRequests.deleteSnapshot(id)));
    single.remove(name);
  }

  private void removeGroup(String name) {
    String id = requireNonNull(groups.get(name)).id();
    calls.groups(
        "delete " + name, stub -> stub.deleteVolumeGroupSnapshot(VolumeRequests.deleteGroup(id)));
    groups.remove(name);
  }
}
