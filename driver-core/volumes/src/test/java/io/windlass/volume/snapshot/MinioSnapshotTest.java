package io.windlass.volume.snapshot;

import static io.windlass.volume.snapshot.World.delete;
import static io.windlass.volume.snapshot.World.patiently;
import static io.windlass.volume.snapshot.World.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Keyring;
import io.windlass.store.Backend;
import io.windlass.store.ListedVersion;
import io.windlass.store.s3.MinioBackends;
import io.windlass.store.s3.S3Backend;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.volume.ContentSource.OfSnapshot;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.World.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
class MinioSnapshotTest extends SnapshotContract {
  private final S3Backend backend;

  MinioSnapshotTest(MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    this.backend = MinioBackends.open(server, directory, () -> ring);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Override
  Backend backend() {
    return backend;
  }

  @Test
  void versionsAreKeptWhileSnapshotsNeedThemAndNoLonger() {
    VolumeId source = volumeWithFiles(Map.of());
    assertThat(backend.buckets().keepsVersions(source.bucket())).isFalse();
    Snapshot one = snapshot(driver, "one", source);
    assertThat(backend.buckets().keepsVersions(source.bucket())).isTrue();
    change(source);
    change(source);
    Snapshot two = snapshot(driver, "two", source);
    change(source);
    Map<String, File> now = world.files(source);
    delete(driver, two);
    assertThat(versions(source)).hasSizeGreaterThan(now.size());
    delete(driver, one);
    assertThat(backend.buckets().keepsVersions(source.bucket())).isFalse();
    assertThat(versions(source)).hasSize(now.size());
    assertThat(world.files(source)).isEqualTo(now);
    delete(driver, source);
    world.requireNothingLeft();
  }

  private List<ListedVersion> versions(VolumeId volume) {
    return world.objects(volume).versions().orElseThrow().list("", Optional.empty()).items();
  }

  @Test
  void versionsThatTheBucketKeptBeforeAreItsOwners() {
    VolumeId source = volumeWithFiles(Map.of("versioning", "Enabled"));
    change(source);
    Snapshot taken = snapshot(driver, "s", source);
    change(source);
    int all = versions(source).size();
    delete(driver, taken);
    assertThat(versions(source)).hasSize(all);
    assertThat(backend.buckets().keepsVersions(source.bucket())).isTrue();
  }

  @Test
  void aVolumeMadeAgainOutlivesTheSnapshotsOfTheOneBefore() {
    String name = UniqueName.of("again");
    VolumeId source = World.volume(driver, name, Map.of());
    world.write(source, "a", "old");
    Snapshot taken = snapshot(driver, "s", source);
    delete(driver, source);
    assertThat(World.volume(driver, name, Map.of())).isEqualTo(source);
    assertThat(world.files(source)).isEmpty();
    world.write(source, "b", "young");
    VolumeId restored =
        World.filled(driver, UniqueName.of("r"), new OfSnapshot(taken.id().toString()));
    assertThat(world.files(restored)).containsOnlyKeys("a");
    delete(driver, taken);
    assertThat(world.files(source)).containsOnlyKeys("b");
    assertThat(versions(source)).hasSize(1);
    delete(driver, source);
    delete(driver, restored);
    world.requireNothingLeft();
  }

  /** Objects that the stream is written to, over and over: as many in each of three volumes. */
  private static final int STREAM_KEYS = 39;

  /**
   * One thread writes 1, 2, 3 … to the volumes in turn, each after the one before was acknowledged.
   * What a group shows of that ends somewhere, and has no gap before.
   */
  @Test
  void aGroupShowsAPrefixOfWhatWasWritten() throws Exception {
    List<VolumeId> sources = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sources.add(World.volume(driver, UniqueName.of("stream"), Map.of()));
    }
    List<SnapshotId> kept = new ArrayList<>();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger acknowledged = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer =
          threads.submit(() -> {
            for (int i = 1; !stop.get(); i++) {
              VolumeId volume = sources.get(i % sources.size());
              world.write(volume, "key " + i % STREAM_KEYS, "" + i);
              acknowledged.set(i);
            }
          });
      try {
        for (int round = 0; round < 20; round++) {
          SnapshotId group = checkCut(sources, round, acknowledged.get());
          if (round % 3 == 0) {
            deleteGroup(group);
          } else {
            kept.add(group);
          }
        }
      } finally {
        stop.set(true);
      }
      writer.get();
    }
    assertThat(acknowledged.get()).isGreaterThan(100);
    sources.forEach(volume -> delete(driver, volume));
    kept.forEach(this::deleteGroup);
    world.requireNothingLeft();
  }

  private void deleteGroup(SnapshotId group) {
    patiently(() -> driver.services().groups().delete(group, List.of()));
  }

  private SnapshotId checkCut(List<VolumeId> sources, int round, int before) {
    GroupSnapshots groups = driver.services().groups();
    GroupSnapshot group = patiently(() -> groups.create("g" + round, sources));
    List<Integer> seen = new ArrayList<>();
    for (Snapshot snapshot : group.snapshots()) {
      VolumeId restored =
          World.filled(driver, UniqueName.of("r"), new OfSnapshot(snapshot.id().toString()));
      world.files(restored).values().forEach(file -> seen.add(Integer.parseInt(file.text())));
      delete(driver, restored);
    }
    int last = seen.stream().mapToInt(Integer::intValue).max().orElse(0);
    assertThat(last).as("all that was acknowledged before is in it").isGreaterThanOrEqualTo(before);
    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(Math.max(1, last - STREAM_KEYS + 1), last).boxed().toList());
    return group.id();
  }
}
