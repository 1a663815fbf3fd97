package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.faults.csi.StormSnapshots.Taken;
import io.windlass.faults.csi.StormVolume.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One client of CSI in a storm: leads its own volumes and snapshots through their lives, writes and
 * reads their files, and compares everything with what it knows.
 */
final class CsiClient {
  private static final int NAMES = 4;
  private static final int LARGEST_FILE = 200_000;

  private final CsiCalls calls;
  private final S3Contents server;
  private final List<StormVolume> volumes;
  private final StormSnapshots snapshots;

  /**
   * @param shared a bucket for folders, where volumes can be folders
   * @param mounts where volumes are mounted
   */
  CsiClient(String name, Optional<String> shared, Path mounts, CsiCalls calls, S3Contents server) {
    this.calls = calls;
    this.snapshots = new StormSnapshots(name, calls);
    this.server = server;
    String node = calls.nodeId();
    Path place = mounts.resolve(name);
    this.volumes =
        List.of(
            new StormVolume("own-" + name, Map.of(), node, place.resolve("own"), calls),
            new StormVolume("other-" + name, Map.of(), node, place.resolve("other"), calls),
            new StormVolume(
                shared.isPresent() ? "folder-" + name : "third-" + name,
                shared.map(bucket -> Map.of("bucket", bucket)).orElse(Map.of()),
                node,
                place.resolve("third"),
                calls));
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
          case 8 -> snapshots.act(volume);
          case 9 -> requireOnServer(volume);
          case 10 -> change(volume);
          default -> volume.rise();
        }
      }
    }
  }

  private void use(StormVolume volume) {
    switch (chance(24)) {
      case 0, 1, 2, 3 -> volume.fall();
      case 4, 5 -> volume.repeat();
      case 6, 7, 8 -> snapshots.act(volume);
      case 20, 21 -> snapshots.actAsGroup(living());
      case 22, 23 -> change(volume);
      case 9, 10 -> deleteFile(volume);
      case 11, 12 -> requireMounted(volume);
      case 13, 14 -> requireOnServer(volume);
      default -> write(volume);
    }
  }

  private List<StormVolume> living() {
    return volumes.stream().filter(each -> each.stage() != Stage.NONE).toList();
  }

  private void create(StormVolume volume) {
    List<StormVolume> others = living();
    List<Taken> taken = snapshots.all();
    int how = chance(3);
    if (how == 0 && !taken.isEmpty()) {
      Taken from = taken.get(chance(taken.size()));
      volume.create(VolumeRequests.ofSnapshot(from.id()), from.files(), from.bytes());
    } else if (how == 1 && !others.isEmpty()) {
      StormVolume from = others.get(chance(others.size()));
      volume.create(VolumeRequests.ofVolume(from.id()), Map.copyOf(from.files), from.bytes());
    } else {
      volume.create();
    }
  }

  private void change(StormVolume volume) {
    if (calls.random().nextBoolean()) {
      volume.grow();
    } else {
      volume.modify();
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
        volume.requireChanged(server);
        requireOnServer(volume);
      }
    }
  }

  /** Returns the holdings of all these clients. */
  static CsiHoldings holdings(List<CsiClient> clients) {
    List<CsiHoldings.Held> held = new ArrayList<>();
    Map<String, String> taken = new TreeMap<>();
    Set<String> groups = new TreeSet<>();
    for (CsiClient client : clients) {
      client.living().forEach(volume -> held.add(volume.held()));
      client.snapshots.all().forEach(each -> taken.put(each.id(), each.volume()));
      groups.addAll(client.snapshots.groups());
    }
    return new CsiHoldings(held, taken, groups);
  }

  /** Gives everything back; volumes go before or after their snapshots. */
  void removeAll() {
    boolean snapshotsFirst = calls.random().nextBoolean();
    if (snapshotsFirst) {
      snapshots.removeAll();
    }
    for (StormVolume volume : volumes) {
      while (volume.stage() != Stage.NONE) {
        volume.fall();
      }
    }
    snapshots.removeAll();
  }
}
