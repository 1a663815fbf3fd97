package io.windlass.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.faults.StormVolume.Stage;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.Snapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One client of CSI in a storm: leads its own volumes and snapshots through their lives, writes and
 * reads their files, and compares everything with what it knows.
 */
final class CsiClient {
  private static final int MOST_SNAPSHOTS = 3;
  private static final int NAMES = 4;
  private static final int LARGEST_FILE = 200_000;

  private final String name;
  private final CsiCalls calls;
  private final MinioContents server;
  private final List<StormVolume> volumes;
  private final Map<String, Taken> snapshots = new TreeMap<>();

  /** A snapshot, and the files that it shows. */
  private record Taken(String id, String volume, Map<String, byte[]> files) {}

  /**
   * @param shared a bucket for folders
   * @param mounts where volumes are mounted
   */
  CsiClient(String name, String shared, Path mounts, CsiCalls calls, MinioContents server) {
    this.name = name;
    this.calls = calls;
    this.server = server;
    String node = calls.nodeId();
    Path place = mounts.resolve(name);
    this.volumes =
        List.of(
            new StormVolume("own-" + name, Map.of(), node, place.resolve("own"), calls),
            new StormVolume("other-" + name, Map.of(), node, place.resolve("other"), calls),
            new StormVolume(
                "folder-" + name, Map.of("bucket", shared), node, place.resolve("folder"), calls));
  }

  /** How often each code was answered. */
  Map<Code, Integer> codes() {
    return calls.codes();
  }

  private int chance(int of) {
    return calls.random().nextInt(of);
  }

  /** Does one thing. */
  void act() {
    StormVolume volume = volumes.get(chance(volumes.size()));
    switch (volume.stage()) {
      case NONE -> create(volume);
      case PUBLISHED -> use(volume);
      case MADE, ATTACHED, STAGED -> {
        switch (chance(20)) {
          case 0, 1, 2 -> volume.fall();
          case 3, 4 -> volume.repeat();
          case 5, 6, 7 -> volume.riseInVain();
          case 8 -> snapshot(volume);
          case 9 -> requireOnServer(volume);
          default -> volume.rise();
        }
      }
    }
  }

  private void use(StormVolume volume) {
    switch (chance(20)) {
      case 0, 1, 2, 3 -> volume.fall();
      case 4, 5 -> volume.repeat();
      case 6, 7, 8 -> snapshot(volume);
      case 9, 10 -> deleteFile(volume);
      case 11, 12 -> requireMounted(volume);
      case 13, 14 -> requireOnServer(volume);
      default -> write(volume);
    }
  }

  private void create(StormVolume volume) {
    List<StormVolume> others = volumes.stream().filter(each -> each.stage() != Stage.NONE).toList();
    List<Taken> taken = List.copyOf(snapshots.values());
    int how = chance(3);
    if (how == 0 && !taken.isEmpty()) {
      Taken from = taken.get(chance(taken.size()));
      volume.create(Optional.of(VolumeRequests.ofSnapshot(from.id())), from.files());
    } else if (how == 1 && !others.isEmpty()) {
      StormVolume from = others.get(chance(others.size()));
      volume.create(Optional.of(VolumeRequests.ofVolume(from.id())), Map.copyOf(from.files));
    } else {
      volume.create(Optional.empty(), Map.of());
    }
  }

  private void write(StormVolume volume) {
    String file = "file-" + chance(NAMES);
    byte[] bytes = new byte[chance(LARGEST_FILE)];
    calls.random().nextBytes(bytes);
    MountedFiles.write(volume.target().resolve(file), bytes);
    volume.files.put(file, bytes);
  }

  private void deleteFile(StormVolume volume) {
    List<String> there = List.copyOf(volume.files.keySet());
    if (!there.isEmpty()) {
      String file = there.get(chance(there.size()));
      MountedFiles.delete(volume.target().resolve(file));
      volume.files.remove(file);
    }
  }

  private void snapshot(StormVolume volume) {
    String snapshot = "snap-%s-%d".formatted(name, chance(MOST_SNAPSHOTS));
    Optional<Taken> there = Optional.ofNullable(snapshots.get(snapshot));
    if (there.isPresent()) {
      delete(snapshot);
      return;
    }
    CreateSnapshotRequest request =
        CreateSnapshotRequest.newBuilder().setName(snapshot).setSourceVolumeId(volume.id()).build();
    Snapshot made =
        calls.controller("create " + snapshot, stub -> stub.createSnapshot(request)).getSnapshot();
    assertThat(made.getSourceVolumeId()).isEqualTo(volume.id());
    snapshots.put(snapshot, new Taken(made.getSnapshotId(), volume.id(), Map.copyOf(volume.files)));
    while (!made.getReadyToUse()) {
      made =
          calls
              .controller("create " + snapshot, stub -> stub.createSnapshot(request))
              .getSnapshot();
    }
  }

  private void delete(String snapshot) {
    DeleteSnapshotRequest request =
        VolumeRequests.deleteSnapshot(requireNonNull(snapshots.get(snapshot)).id());
    calls.controller("delete " + snapshot, stub -> stub.deleteSnapshot(request));
    snapshots.remove(snapshot);
  }

  private static void requireMounted(StormVolume volume) {
    requireSame("the mount of " + volume.id(), MountedFiles.read(volume.target()), volume.files);
  }

  private void requireOnServer(StormVolume volume) {
    requireSame(
        "the objects of " + volume.id(),
        server.objects(CsiHoldings.bucket(volume.id()), CsiHoldings.prefix(volume.id())),
        volume.files);
  }

  private static void requireSame(
      String what, Map<String, byte[]> found, Map<String, byte[]> expected) {
    assertThat(found.keySet()).as(what).isEqualTo(expected.keySet());
    found.forEach((file, bytes) ->
        assertThat(java.util.Arrays.equals(bytes, expected.get(file)))
            .as("%s of %s: %d bytes are what was written", file, what, bytes.length)
            .isTrue());
  }

  /** When nobody acts any more: every volume has its files, every mount takes more of them. */
  void verify() {
    for (StormVolume volume : volumes) {
      if (volume.stage() == Stage.PUBLISHED) {
        requireMounted(volume);
        write(volume);
        requireMounted(volume);
      }
      if (volume.stage() != Stage.NONE) {
        requireOnServer(volume);
      }
    }
  }

  /** What it has, with that of others. */
  static CsiHoldings holdings(List<CsiClient> clients) {
    List<CsiHoldings.Held> held = new ArrayList<>();
    Map<String, String> taken = new TreeMap<>();
    for (CsiClient client : clients) {
      client.volumes.stream()
          .filter(volume -> volume.stage() != Stage.NONE)
          .forEach(volume -> held.add(volume.held()));
      client.snapshots.values().forEach(each -> taken.put(each.id(), each.volume()));
    }
    return new CsiHoldings(held, taken);
  }

  /** Gives everything back; volumes go before or after their snapshots. */
  void removeAll() {
    boolean snapshotsFirst = calls.random().nextBoolean();
    if (snapshotsFirst) {
      List.copyOf(snapshots.keySet()).forEach(this::delete);
    }
    for (StormVolume volume : volumes) {
      while (volume.stage() != Stage.NONE) {
        volume.fall();
      }
    }
    List.copyOf(snapshots.keySet()).forEach(this::delete);
  }
}
