package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.UniqueName;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the list of snapshots where there are several backends. */
@TestInstance(Lifecycle.PER_CLASS)
class SnapshotListTest {
  private final List<Backend> open = new ArrayList<>();

  @BeforeAll
  void open(@TempDir Path directory) {
    for (String name : List.of("one", "three", "two")) {
      open.add(
          LocalBackend.open(
              new LocalConfig(
                  name,
                  directory.resolve(name),
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                  LocalConfig.DEFAULT_REGION,
                  Duration.ofMinutes(2))));
    }
  }

  @AfterAll
  void close() {
    open.forEach(Backend::close);
  }

  private static OpenBackend configured(Backend backend) {
    String bucket = UniqueName.of("registry");
    Registry registry =
        new Registry(new RegistryBucket(backend, bucket, true), Owner.current(backend.name()));
    return new OpenBackend(backend, registry, bucket);
  }

  /** A page may be full where the snapshots of a backend end. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void everySnapshotIsInOnePage(int most) {
    List<OpenBackend> backends = open.stream().map(SnapshotListTest::configured).toList();
    List<SnapshotId> all = new ArrayList<>();
    for (OpenBackend configured : backends) {
      for (String name : List.of("a", "b")) {
        configured.registry().insert(SnapshotRecord.KIND, name, snapshot(State.READY));
        all.add(new SnapshotId(configured.backend().name(), name));
      }
      configured.registry().insert(SnapshotRecord.KIND, "c", snapshot(State.CREATING));
    }
    SnapshotList list = new SnapshotList(new OpenBackends(backends));

    List<SnapshotId> listed = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      SnapshotList.Piece piece = list.list(Optional.empty(), token, most);
      piece.snapshots().forEach(snapshot -> listed.add(snapshot.id()));
      token = piece.next();
    } while (token.isPresent());

    assertThat(listed).isEqualTo(all);
  }

  private static SnapshotRecord snapshot(State state) {
    return SnapshotRecord.intent(
            Fingerprint.of(Map.of()), "one/volume", Optional.empty(), Method.COPIES, 0)
        .copied(Instant.EPOCH, Progress.NONE)
        .in(state);
  }
}
