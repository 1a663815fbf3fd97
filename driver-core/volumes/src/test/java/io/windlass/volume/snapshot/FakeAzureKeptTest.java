package io.windlass.volume.snapshot;

import static io.windlass.volume.snapshot.World.delete;
import static io.windlass.volume.snapshot.World.patiently;
import static io.windlass.volume.snapshot.World.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.ListedVersion;
import io.windlass.store.azure.AzureBackends;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import io.windlass.volume.CapacityRange;
import io.windlass.volume.ContentSource.OfSnapshot;
import io.windlass.volume.VolumeId;
import io.windlass.volume.VolumeRequest;
import io.windlass.volume.snapshot.World.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the FAKE, an account that keeps versions, and for a week what was deleted. */
class FakeAzureKeptTest extends SnapshotTestBase {
  private static final AccountSettings KEPT =
      AccountSettings.FLAT.withVersions().withSoftDelete(Duration.ofDays(7));

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("snapshots", KEPT);
  private final Backend backend;

  FakeAzureKeptTest(@TempDir Path directory) throws IOException {
    this.backend = AzureBackends.open(account, directory);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  Backend backend() {
    return backend;
  }

  private List<ListedVersion> versions(VolumeId volume) {
    return world.objects(volume).versions().orElseThrow().list("", Optional.empty()).items();
  }

  private VolumeId restored(Snapshot snapshot) {
    return World.filled(
        driver, UniqueName.of("restored"), new OfSnapshot(snapshot.id().toString()));
  }

  @Test
  void whatTheAccountKeepsIsNotCopied() {
    VolumeId source = volumeWithFiles(Map.of());
    change(source);
    Map<String, File> before = world.files(source);
    Snapshot taken = snapshot(driver, "s", source);
    assertThat(world.copies(taken)).isEmpty();
    change(source);
    assertThat(world.files(restored(taken))).isEqualTo(before);
  }

  @Test
  void whatWasWrittenBeforeTheAccountKeptVersionsIsCopied() {
    account.set(AccountSettings.FLAT);
    VolumeId source = volumeWithFiles(Map.of());
    account.set(KEPT);
    change(source);
    Map<String, File> before = world.files(source);
    Snapshot taken = snapshot(driver, "s", source);
    long unkept = versions(source).stream().filter(version -> !version.kept()).count();
    assertThat(world.copies(taken)).hasSize((int) unkept).hasSizeBetween(1, before.size() - 1);
    change(source);
    assertThat(world.files(restored(taken))).isEqualTo(before);
  }

  @Test
  void onlyWhatASnapshotNamesIsLeftOfADeletedVolume() {
    VolumeId source = volumeWithFiles(Map.of());
    change(source);
    Map<String, File> before = world.files(source);
    Snapshot taken = snapshot(driver, "s", source);
    change(source);
    delete(driver, source);
    assertThat(versions(source)).hasSameSizeAs(before.keySet()).noneMatch(ListedVersion::latest);
    VolumeId again = World.volume(driver, source.bucket(), Map.of());
    assertThat(again).isEqualTo(source);
    assertThat(world.files(again)).isEmpty();
    world.write(again, "young", "young");
    VolumeId restored = restored(taken);
    assertThat(world.files(restored)).isEqualTo(before);
    delete(driver, taken);
    assertThat(world.files(again)).containsOnlyKeys("young");
    delete(driver, again);
    delete(driver, restored);
    world.requireNothingLeft();
  }

  @Test
  void aVersionThatALifecycleRuleRemovedIsMissed() {
    VolumeId source = volumeWithFiles(Map.of());
    Snapshot taken = snapshot(driver, "s", source);
    ListedVersion old = versions(source).getFirst();
    change(source);
    world.write(source, old.key(), "newer");
    world.objects(source).versions().orElseThrow().delete(old.key(), old.version());
    VolumeRequest asked =
        World.request(
            UniqueName.of("restored"),
            CapacityRange.ANY,
            Map.of(),
            Optional.of(new OfSnapshot(taken.id().toString())));
    assertThatThrownBy(() -> patiently(() -> driver.volumes().create(asked)))
        .isInstanceOf(DriverException.Unexpected.class)
        .hasMessageContaining(old.key())
        .hasMessageContaining("lifecycle rule");
  }

  /** The file is as long as it was, and may be written within the same second. */
  @Test
  void aGroupThatIsWrittenToIsRefusedAndLeavesNothing() {
    List<VolumeId> sources = List.of(volumeWithFiles(Map.of()), volumeWithFiles(Map.of()));
    String key = world.files(sources.getFirst()).keySet().iterator().next();
    TrapBackend writing =
        TrapBackend.pausing(
            40,
            Side.AFTER,
            () -> sources.forEach(each -> world.write(each, key, UniqueName.of("WRITTEN"))));
    World.Driver disturbed = world.driver(writing.over(backend));
    assertThatThrownBy(() -> disturbed.services().groups().create("g", sources))
        .isInstanceOf(DriverException.FailedPrecondition.class)
        .hasMessageContaining("as of one instant");
    sources.forEach(volume -> delete(driver, volume));
    world.requireNothingLeft();
  }
}
