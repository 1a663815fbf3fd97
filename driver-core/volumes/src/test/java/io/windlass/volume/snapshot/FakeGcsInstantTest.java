package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.Condition;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.testing.Patience;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import io.windlass.volume.ContentSource.OfSnapshot;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.World.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On the FAKE of Google, whose versions do not say whether an object was replaced, or deleted and
 * written again.
 */
class FakeGcsInstantTest extends SnapshotTestBase {
  /** What others do in the same moment is done at once. */
  private final FakeGcs fake = new FakeGcs("project").writesAtAnyRate();

  private final Backend backend;

  FakeGcsInstantTest(@TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve("credentials.json"), fake.credentials(fake.administrator()));
    this.backend =
        GcsBackend.open(
            "gcs",
            GcsConnection.to(fake.storage(), fake.project())
                .withTimeouts(Patience.LONG, Patience.LONG),
            Optional.of(new SecretDirectory(directory)));
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

  /** The replaced generation ends before the instant, and the next one begins after it. */
  @Test
  void whatIsReplacedAroundTheInstantIsInTheSnapshot() {
    VolumeId source = World.volume(driver, "source", Map.of("versioning", "Enabled"));
    for (int call = 11; call < 14; call++) {
      fake.settings().overwritesLeave(Duration.ZERO);
      world.write(source, "file", "before");
      fake.settings().overwritesLeave(Duration.ofMillis(900));
      TrapBackend writing =
          TrapBackend.pausing(call, Side.AFTER, () -> world.write(source, "file", "after"));

      Snapshot taken = World.snapshot(world.driver(writing.over(backend)), "s" + call, source);

      VolumeId restored = World.filled(driver, "r" + call, new OfSnapshot(taken.id().toString()));
      assertThat(world.files(restored)).as("call %d", call).containsOnlyKeys("file");
    }
  }

  /** It keeps no versions. */
  @Test
  void aHierarchicalBucketIsCopied() {
    VolumeId source = World.volume(driver, "source", Map.of("hierarchicalNamespace", "true"));
    world.write(source, "d/file", "before");
    Snapshot taken = World.snapshot(driver, "s", source);
    world.write(source, "d/file", "after");

    assertThat(world.copies(taken)).hasSize(1);
    VolumeId restored = World.filled(driver, "r", new OfSnapshot(taken.id().toString()));
    assertThat(world.files(restored).values()).extracting(File::text).containsExactly("before");
  }

  @Test
  void whatIsDeletedBeforeTheInstantIsNot() {
    VolumeId source = World.volume(driver, "source", Map.of("versioning", "Enabled"));
    world.write(source, "file", "before");
    world.objects(source).delete("file", Condition.always());
    Snapshot taken = World.snapshot(driver, "s", source);
    world.write(source, "file", "after");

    assertThat(world.files(World.filled(driver, "r", new OfSnapshot(taken.id().toString()))))
        .isEmpty();
  }
}
