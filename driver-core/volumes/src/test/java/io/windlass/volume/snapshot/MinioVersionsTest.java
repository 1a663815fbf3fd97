package io.windlass.volume.snapshot;

import static io.windlass.volume.snapshot.World.delete;
import static io.windlass.volume.snapshot.World.patiently;
import static io.windlass.volume.snapshot.World.snapshot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.Timing;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.registry.Entry;
import io.windlass.secret.Keyring;
import io.windlass.store.InterceptedStore;
import io.windlass.store.InterceptedStore.Interceptor;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import io.windlass.store.Upload;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.BothForms;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
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
import io.windlass.volume.snapshot.World.File;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Snapshots of buckets that keep versions while that is needed. */
@RealServer(MinioServer.class)
@Execution(ExecutionMode.CONCURRENT) // each waits until the server keeps versions, again and again
class MinioVersionsTest extends SnapshotTestBase {
  private final Backend backend;

  MinioVersionsTest(MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    this.backend = MinioBackends.patient(server, directory, () -> ring);
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

  /** AWS may take 15 minutes to keep versions everywhere. */
  @Test
  void aServerThatKeepsVersionsLateIsAwaitedByCallsThatSayUntilWhen() {
    Timing timing = backend.timing().withVersionsKeptAfter(Duration.ofMinutes(15));
    Backend late = instead("timing", _ -> timing);
    VolumeId source = volumeWithFiles(Map.of());
    for (int call = 0; call < 2; call++) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> snapshot(world.driver(late), "s", source))
          .withMessageContaining("call again after that");
    }
    assertThat(backend.buckets().keepsVersions(source.bucket())).isTrue();
    Snapshot versioned =
        snapshot(
            world.driver(late),
            "from-the-beginning",
            volumeWithFiles(Map.of("versioning", "Enabled")));
    Snapshot later = snapshot(driver, "s", source);
    delete(driver, versioned);
    delete(driver, later);
  }

  /** AWS: nobody may make a bucket of the same name for an hour after it was deleted. */
  @Test
  void aVolumeWhoseNewBucketIsNotKnownYetIsNotUndone() {
    VolumeId source = volumeWithFiles(Map.of());
    AtomicBoolean unknown = new AtomicBoolean(true);
    Backend late =
        instead(
            "objects",
            bucket ->
                new InterceptedStore(
                    backend.objects(bucket),
                    new Interceptor() {
                      @Override
                      public <T> T call(StoreCall call, Supplier<T> next) {
                        if (call == StoreCall.COPY && unknown.getAndSet(false)) {
                          throw new DriverException.NoSuchBucket("no bucket " + bucket, null);
                        }
                        return next.get();
                      }
                    }));
    String name = UniqueName.of("r");
    OfVolume from = new OfVolume(source.toString());
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> World.filled(world.driver(late), name, from))
        .withMessageContaining("its bucket may be too new");
    VolumeId filled = World.filled(driver, name, from);
    assertThat(world.files(filled)).isEqualTo(world.files(source));
  }

  /** The backend, but for one of its methods. */
  private Backend instead(String name, Function<String, Object> answer) {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals(name)
                    ? answer.apply(arguments == null ? "" : (String) arguments[0])
                    : method.invoke(backend, arguments));
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
    world.write(source, "a", "newer than the snapshot");
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

  /** Each call beside the copies makes a clone of a small volume slower. */
  @Test
  void fewCallsAreMadeBesideTheCopies() {
    VolumeId source = volumeWithFiles(Map.of());
    Snapshot taken = snapshot(driver, "s", source);
    int copies = world.files(source).size();
    assertThat(calls(new OfSnapshot(taken.id().toString())) - copies).isLessThanOrEqualTo(20);
    assertThat(calls(new OfVolume(source.toString())) - copies).isLessThanOrEqualTo(47);
  }

  private int calls(ContentSource source) {
    TrapBackend counting = TrapBackend.counting();
    World.filled(world.driver(counting.over(backend)), UniqueName.of("filled"), source);
    return counting.calls();
  }

  @Test
  void aVolumeMadeAgainInASharedBucketIsACloneOfAnotherThere() {
    Map<String, String> shared = Map.of("bucket", UniqueName.of("shared"));
    VolumeId source = volumeWithFiles(shared);
    String name = UniqueName.of("again");
    VolumeId before = World.volume(driver, name, shared);
    world.write(before, "a", "old");
    Snapshot taken = snapshot(driver, "s", before);
    delete(driver, before);
    VolumeRequest clone =
        World.request(
            name, CapacityRange.ANY, shared, Optional.of(new OfVolume(source.toString())));
    VolumeId made = driver.volumes().create(clone).id();
    assertThat(made).isEqualTo(before);
    assertThat(world.files(made)).isEqualTo(world.files(source));
    delete(driver, taken);
    assertThat(world.files(made)).isEqualTo(world.files(source));
  }

  /** A clone that is begun again dies while its first temporary snapshot is removed. */
  @Test
  void aCloneWhoseTemporarySnapshotIsBeingRemovedIsFinished() {
    VolumeId source = volumeWithFiles(Map.of());
    VolumeRequest clone =
        World.request(
            UniqueName.of("clone"),
            CapacityRange.ANY,
            Map.of(),
            Optional.of(new OfVolume(source.toString())));
    Optional<Entry<SnapshotRecord>> temporary = Optional.empty();
    for (int call = 1; temporary.isEmpty(); call++) {
      try {
        driver = world.driver(TrapBackend.crashing(call, Side.AFTER).over(backend));
        driver.volumes().create(clone);
      } catch (Crash e) {
        temporary = driver.registry().find(SnapshotRecord.TEMPORARY, clone.name());
      }
    }
    SnapshotRecord half = temporary.get().value().deleting();
    driver = world.driver();
    driver.registry().claim(temporary.get(), half).complete(half);
    VolumeId made = driver.volumes().create(clone).id();
    assertThat(world.files(made)).isEqualTo(world.files(source));
    delete(driver, made);
    delete(driver, source);
    world.requireNothingLeft();
  }

  /** Fewer calls than two attempts to clone a volume of three files take, and more than one. */
  private static final int TWO_ATTEMPTS = 95;

  /**
   * An upload that began before the bucket kept versions replaces the object when it is completed:
   * MinIO decides about the version of an upload when that begins. A request that deletes the
   * object is like somebody who deletes its version.
   */
  @Test
  @BothForms
  void aCloneShowsOneInstantWhateverOlderRequestsReplace() {
    int again = 0;
    int first = TestForm.amount("windlass.clone.first", 27, 18);
    int end = TestForm.amount("windlass.clone.end", 43, 54);
    for (int call = first; call < end; call += 3) {
      World each = new World(backend);
      World.Driver quiet = each.driver();
      VolumeId source = World.volume(quiet, UniqueName.of("source"), Map.of());
      for (String key : List.of("a", "b", "c")) {
        each.write(source, key, key);
      }
      Map<String, File> before = each.files(source);
      ObjectStore objects = each.objects(source);
      Upload upload = objects.uploads().start("b", PutOptions.DEFAULT);
      Part part = objects.uploads().send(upload, 1, Content.of("later".getBytes(UTF_8)));
      boolean deletes = call % 2 == 0;
      TrapBackend older =
          TrapBackend.pausing(
              call,
              Side.AFTER,
              () -> {
                if (deletes) {
                  objects.versions().orElseThrow().delete("b", "null");
                } else {
                  objects.uploads().complete(upload, List.of(part), Condition.always());
                }
              });
      VolumeId clone =
          World.filled(
              each.driver(older.over(backend)),
              UniqueName.of("clone"),
              new OfVolume(source.toString()));
      assertThat(each.files(clone)).as("call %d", call).isIn(before, each.files(source));
      again += older.calls() > TWO_ATTEMPTS ? 1 : 0;
      objects.uploads().abort(upload);
      delete(quiet, clone);
      delete(quiet, source);
      each.requireNothingLeft();
    }
    assertThat(again).as("clones that were begun again").isPositive();
  }

  /** Somebody writes to one volume, and once that is acknowledged, to another. */
  @Test
  void aGroupShowsAPrefixWheneverItIsWritten() {
    Set<String> shown = new HashSet<>();
    for (int call : List.of(15, 35, 52)) {
      World each = new World(backend);
      World.Driver quiet = each.driver();
      List<VolumeId> sources =
          List.of(
              World.volume(quiet, UniqueName.of("first"), Map.of()),
              World.volume(quiet, UniqueName.of("second"), Map.of()));
      sources.forEach(source -> each.write(source, "a", "before"));
      TrapBackend writing =
          TrapBackend.pausing(
              call, Side.AFTER, () -> sources.forEach(source -> each.write(source, "a", "after")));
      World.Driver disturbed = each.driver(writing.over(backend));
      GroupSnapshot group = patiently(() -> disturbed.services().groups().create("g", sources));
      assertThat(writing.calls()).isGreaterThanOrEqualTo(call);
      String both =
          sources.stream().map(source -> text(each, quiet, group, source)).collect(joining(", "));
      assertThat(both).as("call %d", call).isIn("before, before", "after, before", "after, after");
      shown.add(both);
      sources.forEach(source -> delete(quiet, source));
      patiently(() -> quiet.services().groups().delete(group.id(), List.of()));
      each.requireNothingLeft();
    }
    assertThat(shown).contains("before, before", "after, after");
  }

  private static String text(
      World world, World.Driver driver, GroupSnapshot group, VolumeId source) {
    Snapshot member =
        group.snapshots().stream()
            .filter(snapshot -> snapshot.volume().equals(source.toString()))
            .findFirst()
            .orElseThrow();
    VolumeId restored =
        World.filled(driver, UniqueName.of("r"), new OfSnapshot(member.id().toString()));
    String text = world.files(restored).values().stream().map(File::text).collect(joining(", "));
    delete(driver, restored);
    return text;
  }

  /** Objects that the stream is written to, over and over: as many in each of three volumes. */
  private static final int STREAM_KEYS = 39;

  /**
   * One thread writes 1, 2, 3 … to the volumes in turn, each after the one before was acknowledged.
   * What a group shows of that ends somewhere, and has no gap before.
   */
  @Test
  @LongForm(
      gate = "MinioVersionsTest.aGroupShowsAPrefixWheneverItIsWritten",
      reason = "somebody writes as fast as can be, while twenty groups are made")
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
