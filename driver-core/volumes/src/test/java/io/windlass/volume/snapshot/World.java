package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ModifiedTime;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.Leftovers;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Unfinished;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.registry.VolumeRecord;
import io.windlass.secret.Keyring;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.testing.UniqueName;
import io.windlass.volume.CapacityRange;
import io.windlass.volume.ChangeableParameters;
import io.windlass.volume.ContentSource;
import io.windlass.volume.RegionRequirement;
import io.windlass.volume.VolumeId;
import io.windlass.volume.VolumeParameters;
import io.windlass.volume.VolumeRequest;
import io.windlass.volume.VolumeRules;
import io.windlass.volume.Volumes;
import io.windlass.volume.snapshot.GroupRecord.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A backend with a registry of its own, and drivers that serve it one after another. */
final class World {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Keyring RING = Keyring.parse(Keyring.generate());

  private final Backend real;
  private final String registryBucket = UniqueName.of("registry");
  private final MeterRegistry meters = new SimpleMeterRegistry();

  World(Backend real) {
    this.real = real;
  }

  /** What a process of the driver has. */
  record Driver(Volumes volumes, SnapshotServices services, Registry registry) {}

  /** A file with its user metadata, among which is when it was modified, as mounts show it. */
  record File(String text, Map<String, String> metadata) {}

  Driver driver() {
    return driver(real);
  }

  Driver driver(Backend backend) {
    OpenBackend configured = configured(backend, "test:/a.sock");
    Registry registry = configured.registry();
    OpenBackends backends = new OpenBackends(List.of(configured));
    CallsInFlight inFlight = new CallsInFlight();
    Buckets buckets = Buckets.forVolumes(backends, inFlight);
    CredentialSeal seal = new CredentialSeal(() -> RING);
    Grants grants = new Grants(backends, buckets, inFlight, seal, InstantSource.system());
    SnapshotServices services = SnapshotServices.of(backends, buckets, inFlight, meters);
    return new Driver(
        new Volumes(backends, buckets, grants, services.data(), inFlight, VolumeRules.NONE),
        services,
        registry);
  }

  /**
   * The backend as a driver sees it that serves elsewhere: it cannot take over what others have.
   */
  OpenBackend elsewhere() {
    return configured(real, "test:/b.sock");
  }

  private OpenBackend configured(Backend backend, String place) {
    return new OpenBackend(
        backend,
        new Registry(
            new RegistryBucket(backend, registryBucket, true), Owner.current(place), () -> 0),
        registryBucket);
  }

  /** What looks for what nobody came back for. */
  Leftovers leftovers(Driver driver, Duration after) {
    List<Unfinished> kinds = new ArrayList<>(List.of(driver.volumes.unfinished()));
    kinds.addAll(driver.services.unfinished());
    return new Leftovers(
        new OpenBackends(List.of(configured(real, "test:/a.sock"))), kinds, after, meters);
  }

  /** The keys of the objects that were copied for a snapshot. */
  List<String> copies(Snapshot snapshot) {
    String folder = "snapshot-data/snapshots/" + snapshot.id().name() + "/copies/";
    return real
        .objects(registryBucket)
        .list(ListOptions.prefix(folder), Optional.empty())
        .items()
        .stream()
        .map(ListedEntry::key)
        .toList();
  }

  /** Somebody deletes what a snapshot consists of. */
  void loseManifest(Snapshot snapshot) {
    real.objects(registryBucket)
        .delete(
            "snapshot-data/snapshots/" + snapshot.id().name() + "/pages/00000001",
            Condition.always());
  }

  /** Somebody deletes the bucket of a volume, with all that is in it. */
  void loseBucket(VolumeId volume) {
    assertThat(new Emptier(LeasedOperation.on(elsewhere()), volume.bucket(), "").run()).isTrue();
    real.buckets().delete(volume.bucket());
  }

  /** What does not come to its end in one call is asked for again. */
  static <T> T patiently(Supplier<T> call) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (DriverException.Aborted e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  static void patiently(Runnable call) {
    patiently(() -> {
      call.run();
      return true;
    });
  }

  static VolumeId volume(Driver driver, String name, Map<String, String> parameters) {
    return make(driver, name, parameters, Optional.empty());
  }

  static VolumeId filled(Driver driver, String name, ContentSource source) {
    return make(driver, name, Map.of(), Optional.of(source));
  }

  private static VolumeId make(
      Driver driver, String name, Map<String, String> parameters, Optional<ContentSource> source) {
    VolumeRequest request = request(name, CapacityRange.ANY, parameters, source);
    return patiently(() -> driver.volumes.create(request)).id();
  }

  static VolumeRequest request(
      String name,
      CapacityRange capacity,
      Map<String, String> parameters,
      Optional<ContentSource> source) {
    return new VolumeRequest(
        name,
        capacity,
        VolumeParameters.parse(parameters),
        ChangeableParameters.parse(Map.of()),
        source,
        RegionRequirement.ANY);
  }

  static Snapshot snapshot(Driver driver, String name, VolumeId volume) {
    Snapshot taken = patiently(() -> driver.services.snapshots().create(name, volume));
    assertThat(taken.ready()).isTrue();
    return taken;
  }

  static void delete(Driver driver, Snapshot snapshot) {
    patiently(() -> driver.services.snapshots().delete(snapshot.id()));
  }

  static void delete(Driver driver, VolumeId volume) {
    patiently(() -> driver.volumes.delete(volume.toString()));
  }

  /** How many objects all drivers say that they have copied. */
  double copied() {
    return meters.find("windlass.volume.copied.objects").counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  ObjectStore objects(VolumeId volume) {
    return real.objects(volume.bucket());
  }

  void write(VolumeId volume, String key, String text) {
    objects(volume)
        .put(
            volume.prefix() + key,
            Content.of(text.getBytes(StandardCharsets.UTF_8)),
            PutOptions.DEFAULT.withMetadata(Map.of("windlass-test", key.hashCode() + "")));
  }

  /** All that is in a volume. */
  SortedMap<String, File> files(VolumeId volume) {
    SortedMap<String, File> files = new TreeMap<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = objects(volume).list(ListOptions.prefix(volume.prefix()), token);
      for (ListedEntry entry : page.items()) {
        files.put(entry.key().substring(volume.prefix().length()), read(volume, entry.key()));
      }
      token = page.next();
    } while (token.isPresent());
    return files;
  }

  private File read(VolumeId volume, String key) {
    try (ObjectReader reader = objects(volume).get(key, GetOptions.ALL)) {
      ObjectInfo info = reader.info();
      return new File(
          new String(reader.readAll(1 << 20), StandardCharsets.UTF_8),
          ModifiedTime.kept(info.metadata(), info.lastModified()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean exists(VolumeId volume) {
    return real.buckets().exists(volume.bucket());
  }

  /** All that there is can be used, and every bucket is that of a volume. */
  void requireNothingHalfDone(Driver driver) {
    List<VolumeRecord> volumes = all(driver, RecordKind.VOLUMES);
    assertThat(volumes).extracting(VolumeRecord::state).containsOnly(VolumeRecord.State.READY);
    assertThat(all(driver, RecordKind.BUCKETS))
        .extracting(BucketRecord::state)
        .hasSameSizeAs(volumes)
        .containsOnly(BucketRecord.State.READY);
    assertThat(all(driver, SnapshotRecord.KIND)).allMatch(Snapshots::isVisible);
    assertThat(all(driver, GroupRecord.KIND)).allMatch(group -> group.state() == State.CUT);
    assertThat(all(driver, SnapshotRecord.TEMPORARY)).isEmpty();
  }

  private static <T> List<T> all(Driver driver, RecordKind<T> kind) {
    return driver.registry.ids(kind, Optional.empty()).items().stream()
        .map(id -> driver.registry.find(kind, id).orElseThrow().value())
        .toList();
  }

  /** No record is left, and nothing beside the records but the clock. */
  void requireNothingLeft() {
    Driver driver = driver();
    for (RecordKind<?> kind :
        List.of(
            RecordKind.BUCKETS,
            RecordKind.VOLUMES,
            SnapshotRecord.KIND,
            SnapshotRecord.TEMPORARY,
            SourceRecord.KIND,
            GroupRecord.KIND,
            FillRecord.KIND)) {
      assertThat(driver.registry.ids(kind, Optional.empty()).items()).as(kind.folder()).isEmpty();
    }
    assertThat(
            real
                .objects(registryBucket)
                .list(ListOptions.prefix("snapshot-data/"), Optional.empty())
                .items()
                .stream()
                .map(ListedEntry::key)
                .filter(key -> !key.equals("snapshot-data/clock")))
        .isEmpty();
    new Emptier(LeasedOperation.on(elsewhere()), registryBucket, "").run();
    real.buckets().delete(registryBucket);
  }
}
