package io.windlass.volume.snapshot;

import static io.windlass.volume.snapshot.World.delete;
import static io.windlass.volume.snapshot.World.patiently;
import static io.windlass.volume.snapshot.World.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Leftovers;
import io.windlass.registry.RecordKind;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import io.windlass.volume.CapacityRange;
import io.windlass.volume.ContentSource;
import io.windlass.volume.ContentSource.OfSnapshot;
import io.windlass.volume.ContentSource.OfVolume;
import io.windlass.volume.VolumeId;
import io.windlass.volume.VolumeRequest;
import io.windlass.volume.snapshot.World.Driver;
import io.windlass.volume.snapshot.World.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Contract of snapshots on every backend. */
abstract class SnapshotContract extends SnapshotTestBase {
  /** Calls between two deaths. */
  private static final int DEATHS_APART = TestForm.amount("windlass.deaths.apart", 23, 5);

  /** Waits until the names of deleted buckets can be used again. */
  void awaitFreeNames() {}

  @Test
  void restoresWhatWasThereAfterTheSourceWasOverwrittenAndDeleted() {
    restoresAfterDelete(Map.of());
  }

  @Test
  void restoresFromAFolderOfASharedBucket() {
    restoresAfterDelete(Map.of("bucket", UniqueName.of("shared")));
  }

  private void restoresAfterDelete(Map<String, String> parameters) {
    VolumeId source = volumeWithFiles(parameters);
    Map<String, File> before = world.files(source);
    Snapshot snapshot = snapshot(driver, "s", source);
    assertThat(snapshot.bytes())
        .isEqualTo(before.values().stream().mapToLong(file -> file.text().length()).sum());
    change(source);

    VolumeId one = World.filled(driver, UniqueName.of("one"), new OfSnapshot(id(snapshot)));
    assertThat(world.files(one)).isEqualTo(before);

    delete(driver, source);
    assertThatThrownBy(() -> driver.volumes().get(source.toString()))
        .isInstanceOf(DriverException.NotFound.class);
    VolumeId two = World.filled(driver, UniqueName.of("two"), new OfSnapshot(id(snapshot)));
    assertThat(world.files(two)).isEqualTo(before);

    delete(driver, snapshot);
    assertThat(driver.services().snapshots().find(snapshot.id())).isEmpty();
    assertThat(world.exists(source)).isEqualTo(source.folder().isPresent());
    delete(driver, one);
    delete(driver, two);
    if (source.folder().isEmpty()) {
      world.requireNothingLeft();
    }
  }

  private static String id(Snapshot snapshot) {
    return snapshot.id().toString();
  }

  @Test
  void aCloneIsTheVolumeAndLeavesNothingBehind() {
    VolumeId source = volumeWithFiles(Map.of());
    Map<String, File> before = world.files(source);
    VolumeId clone = World.filled(driver, UniqueName.of("clone"), new OfVolume(source.toString()));
    assertThat(world.copied()).isEqualTo(before.size());
    change(source);
    assertThat(world.files(clone)).isEqualTo(before);
    assertThat(driver.services().list().list(Optional.empty(), Optional.empty(), 0).snapshots())
        .isEmpty();
    delete(driver, source);
    assertThat(world.exists(source)).isFalse();
    delete(driver, clone);
    world.requireNothingLeft();
  }

  @Test
  void eachSnapshotKeepsItsOwn() {
    VolumeId source = volumeWithFiles(Map.of());
    Map<String, File> first = world.files(source);
    Snapshot one = snapshot(driver, "one", source);
    change(source);
    Map<String, File> second = world.files(source);
    Snapshot two = snapshot(driver, "two", source);
    change(source);
    delete(driver, one);
    VolumeId restored = World.filled(driver, UniqueName.of("r"), new OfSnapshot(id(two)));
    assertThat(world.files(restored)).isEqualTo(second).isNotEqualTo(first);
    delete(driver, source);
    delete(driver, two);
    delete(driver, restored);
    world.requireNothingLeft();
  }

  @Test
  void theSameIsAskedForAgainAndSomethingElse() {
    VolumeId source = volumeWithFiles(Map.of());
    VolumeId other = World.volume(driver, UniqueName.of("other"), Map.of());
    Snapshot taken = snapshot(driver, "S n A p " + "x".repeat(120), source);
    change(source);
    assertThat(snapshot(driver, "S n A p " + "x".repeat(120), source)).isEqualTo(taken);
    assertThatThrownBy(
            () -> driver.services().snapshots().create("S n A p " + "x".repeat(120), other))
        .isInstanceOf(DriverException.AlreadyExists.class)
        .hasMessageContaining("source_volume_id");
    VolumeId none = new VolumeId(source.backend(), UniqueName.of("none"), Optional.empty());
    assertThatThrownBy(() -> driver.services().snapshots().create("n", none))
        .isInstanceOf(DriverException.NotFound.class);
  }

  @Test
  void listsInPages() {
    VolumeId source = volumeWithFiles(Map.of());
    VolumeId other = World.volume(driver, UniqueName.of("other"), Map.of());
    List<Snapshot> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(snapshot(driver, "s" + i, i == 3 ? other : source));
    }
    SnapshotList list = driver.services().list();
    SnapshotList.Piece two = list.list(Optional.empty(), Optional.empty(), 2);
    assertThat(two.snapshots()).containsExactlyElementsOf(all.subList(0, 2));
    SnapshotList.Piece rest = list.list(Optional.empty(), two.next(), 0);
    assertThat(rest.snapshots()).containsExactlyElementsOf(all.subList(2, 5));
    assertThat(rest.next()).isEmpty();
    assertThat(list.list(Optional.of(other.toString()), Optional.empty(), 0).snapshots())
        .containsExactly(all.get(3));
    assertThat(list.list(Optional.of("none/such"), Optional.empty(), 0).snapshots()).isEmpty();
    assertThatThrownBy(() -> list.list(Optional.empty(), Optional.of("invalid-token"), 0))
        .isInstanceOf(DriverException.PreconditionFailed.class);
  }

  @Test
  void aGroupOfQuietVolumes() {
    List<VolumeId> sources = List.of(volumeWithFiles(Map.of()), volumeWithFiles(Map.of()));
    GroupSnapshots groups = driver.services().groups();
    GroupSnapshot group = patiently(() -> groups.create("g", sources));
    assertThat(group.ready()).isTrue();
    assertThat(group.snapshots()).extracting(Snapshot::at).containsOnly(group.at());
    assertThat(patiently(() -> groups.create("g", sources.reversed()))).isEqualTo(group);
    assertThatThrownBy(() -> groups.create("g", sources.subList(0, 1)))
        .isInstanceOf(DriverException.AlreadyExists.class);
    Snapshot member = group.snapshots().getFirst();
    assertThatThrownBy(() -> driver.services().snapshots().delete(member.id()))
        .isInstanceOf(DriverException.InvalidArgument.class)
        .hasMessageContaining(group.id().toString());
    assertThatThrownBy(() -> groups.delete(group.id(), List.of("minio/other")))
        .isInstanceOf(DriverException.InvalidArgument.class);
    assertThat(groups.find(group.id(), List.of())).contains(group);
    Map<String, File> before = world.files(sources.getFirst());
    sources.forEach(this::change);
    Snapshot first =
        group.snapshots().stream()
            .filter(each -> each.volume().equals(sources.getFirst().toString()))
            .findFirst()
            .orElseThrow();
    VolumeId restored = World.filled(driver, UniqueName.of("r"), new OfSnapshot(id(first)));
    assertThat(world.files(restored)).isEqualTo(before);
    patiently(() -> groups.delete(group.id(), List.of()));
    groups.delete(group.id(), List.of());
    assertThat(groups.find(group.id(), List.of())).isEmpty();
    sources.forEach(volume -> delete(driver, volume));
    delete(driver, restored);
    world.requireNothingLeft();
  }

  @Test
  void ofACloneWhoseSourceAnotherCallHasNothingIsMade() {
    VolumeId source = volumeWithFiles(Map.of());
    VolumeRequest clone =
        World.request(
            UniqueName.of("clone"),
            CapacityRange.ANY,
            Map.of(),
            Optional.of(new OfVolume(source.toString())));
    Source held = Source.claim(world.elsewhere(), source.bucket(), new CallsInFlight());
    assertThatThrownBy(() -> driver.volumes().create(clone))
        .isInstanceOf(DriverException.Aborted.class);
    assertThat(backend().buckets().exists(clone.name())).isFalse();
    assertThat(driver.registry().ids(RecordKind.VOLUMES, Optional.empty()).items())
        .containsExactly(source.recordId());
    held.release();
    held.close();
    VolumeId made = patiently(() -> driver.volumes().create(clone)).id();
    assertThat(world.files(made)).isEqualTo(world.files(source));
    delete(driver, made);
    delete(driver, source);
    world.requireNothingLeft();
  }

  @Test
  void whatIsRefusedForGoodAfterItWasBegunIsUndone() {
    VolumeId source = volumeWithFiles(Map.of());
    Snapshot snapshot = snapshot(driver, "s", source);
    world.loseManifest(snapshot);
    VolumeRequest restored =
        World.request(
            UniqueName.of("restored"),
            CapacityRange.ANY,
            Map.of(),
            Optional.of(new OfSnapshot(id(snapshot))));
    assertThatThrownBy(() -> patiently(() -> driver.volumes().create(restored)))
        .isInstanceOf(DriverException.NotFound.class);
    assertThat(backend().buckets().exists(restored.name())).isFalse();
    assertThat(driver.registry().ids(RecordKind.VOLUMES, Optional.empty()).items())
        .containsExactly(source.recordId());
  }

  /** Also asked again: it would not come back. A snapshot that was copied needs no bucket. */
  @Test
  void aSourceWhoseBucketSomebodyDeletedIsNotFoundAndNothingIsMade() {
    VolumeId source = volumeWithFiles(Map.of());
    Map<String, File> before = world.files(source);
    Snapshot snapshot = snapshot(driver, "s", source);
    boolean copied = !world.copies(snapshot).isEmpty();
    world.loseBucket(source);
    if (copied) {
      VolumeId restored = World.filled(driver, UniqueName.of("r"), new OfSnapshot(id(snapshot)));
      assertThat(world.files(restored)).isEqualTo(before);
      delete(driver, restored);
    } else {
      requireNotFound(new OfSnapshot(id(snapshot)), source);
    }
    requireNotFound(new OfVolume(source.toString()), source);
    delete(driver, snapshot);
    delete(driver, source);
    world.requireNothingLeft();
  }

  private void requireNotFound(ContentSource from, VolumeId lost) {
    VolumeRequest asked =
        World.request(UniqueName.of("asked"), CapacityRange.ANY, Map.of(), Optional.of(from));
    assertThatThrownBy(() -> patiently(() -> driver.volumes().create(asked)))
        .isInstanceOf(DriverException.NotFound.class)
        .hasMessageContaining(lost.bucket());
    assertThat(backend().buckets().exists(asked.name())).isFalse();
    assertThat(driver.registry().ids(RecordKind.VOLUMES, Optional.empty()).items())
        .containsExactly(lost.recordId());
  }

  @Test
  void aVolumeFromASnapshotHasRoomForAllThatItsSourceHadRoomFor() {
    VolumeRequest asked =
        World.request(
            UniqueName.of("source"), new CapacityRange(9000, 0), Map.of(), Optional.empty());
    VolumeId source = driver.volumes().create(asked).id();
    world.write(source, "file", "a few bytes");
    Snapshot snapshot = snapshot(driver, "s", source);
    assertThat(snapshot.bytes()).isEqualTo(9000);
    assertThat(driver.services().snapshots().find(snapshot.id())).contains(snapshot);
    assertThat(driver.services().list().list(Optional.empty(), Optional.empty(), 0).snapshots())
        .containsExactly(snapshot);
    assertThat(
            patiently(() -> driver.services().groups().create("g", List.of(source)))
                .snapshots()
                .getFirst()
                .bytes())
        .isEqualTo(9000);
    assertThatThrownBy(() ->
            driver
                .volumes()
                .create(
                    World.request(
                        UniqueName.of("small"),
                        new CapacityRange(8999, 0),
                        Map.of(),
                        Optional.of(new OfSnapshot(id(snapshot))))))
        .isInstanceOf(DriverException.OutOfRange.class)
        .hasMessageContaining("8999")
        .hasMessageContaining("9000");
  }

  @Test
  void whatNobodyCameBackForIsUndoneWhenItIsOldEnough() {
    VolumeId source = volumeWithFiles(Map.of());
    VolumeRequest clone =
        World.request(
            UniqueName.of("clone"),
            CapacityRange.ANY,
            Map.of(),
            Optional.of(new OfVolume(source.toString())));
    int deaths =
        undoneAfterEveryDeath(
            dying -> dying.volumes().create(clone),
            () -> driver.volumes().delete(source.backend() + "/" + clone.name()));
    deaths +=
        undoneAfterEveryDeath(
            dying -> dying.services().snapshots().create("s", source),
            () ->
                driver.services().snapshots().delete(SnapshotId.suggested(source.backend(), "s")));
    deaths +=
        undoneAfterEveryDeath(
            dying -> dying.services().groups().create("g", List.of(source)),
            () ->
                driver
                    .services()
                    .groups()
                    .delete(SnapshotId.suggested(source.backend(), "g"), List.of()));
    assertThat(deaths).isGreaterThan(4);
    assertThat(world.exists(source)).isTrue();
    delete(driver, source);
    world.requireNothingLeft();
  }

  /**
   * Has the driver die at one call after the other, and requires that everything unfinished is
   * undone. The caller deletes what was finished before a death. Returns the number of deaths.
   */
  private int undoneAfterEveryDeath(Consumer<Driver> begin, Runnable delete) {
    for (int death = 0; ; death++) {
      awaitFreeNames();
      TrapBackend trap = TrapBackend.crashing(1 + DEATHS_APART * death, Side.AFTER);
      try {
        begin.accept(world.driver(trap.over(backend())));
        patiently(delete);
        return death;
      } catch (Crash e) {
        try (Leftovers young = world.leftovers(driver, Duration.ofHours(1))) {
          assertThat(young.look()).as("undone too early").isZero();
        }
        try (Leftovers old = world.leftovers(driver, Duration.ZERO)) {
          old.look();
          assertThat(old.look()).as("left over, and not undone at once").isZero();
        }
        world.requireNothingHalfDone(driver);
        patiently(delete);
      } catch (DriverException.Aborted e) {
        // By copying it takes a second call.
        patiently(delete);
      }
    }
  }
}
