package io.windlass.volume.snapshot;

import io.windlass.provision.BucketId;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.ConfiguredBackend;
import io.windlass.provision.ConfiguredBackends;
import io.windlass.provision.Emptier;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectStore;
import io.windlass.volume.VolumeData.Reached;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets go of snapshots and volumes: of every version that no snapshot needs any more. */
final class SnapshotGarbageCollector {
  private static final Duration TIME = Duration.ofSeconds(20);

  private final ConfiguredBackends backends;
  private final Buckets buckets;
  private final CallsInFlight inFlight;

  SnapshotGarbageCollector(ConfiguredBackends backends, Buckets buckets, CallsInFlight inFlight) {
    this.backends = backends;
    this.buckets = buckets;
    this.inFlight = inFlight;
  }

  /**
   * Removes a snapshot whose record says so.
   *
   * @throws DriverException.Aborted when it takes more than this call
   */
  void remove(RecordName name, Lease<SnapshotRecord> lease) {
    VolumeId volume = volume(lease.value());
    ConfiguredBackend configured = configured(volume);
    try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
      Runnable step =
          () -> {
            source.step();
            lease.step();
          };
      boolean done = remove(configured, source, name, lease, volume, step);
      // its own record last: by that a call that died is gone on with
      source.release();
      if (done) {
        lease.remove();
      } else {
        lease.complete(lease.value());
        throw new DriverException.Aborted(
            "snapshot %s is being removed, which takes more than one call: call again"
                .formatted(name.id()));
      }
    }
  }

  private boolean remove(
      ConfiguredBackend configured,
      Source source,
      RecordName name,
      Lease<SnapshotRecord> lease,
      VolumeId volume,
      Runnable step) {
    dropNamesWithoutRecord(configured, source);
    SourceRecord others = source.value().without(name.toString());
    boolean gone = isReleased(configured, source, volume);
    boolean goes = gone && others.snapshots().values().stream().noneMatch(volume.prefix()::equals);
    if (goes && !removeVolume(configured, source, volume, step)) {
      return false;
    }
    if (lease.value().method() == Method.VERSIONS && !(goes && volume.folder().isEmpty())) {
      boolean last = others.snapshots().isEmpty() && source.value().keptSince().isPresent();
      if (last) {
        stopKeeping(configured, source, step);
      }
      String prefix = last ? "" : volume.prefix();
      Optional<String> reached =
          sweep(configured, source, others, prefix, gone && !goes, lease, step);
      if (reached.isPresent()) {
        lease.record(lease.value().sweptTo(reached));
        return false;
      }
    }
    if (!new Manifest(configured, name.toString()).delete(step)) {
      return false;
    }
    source.record(source.value().without(name.toString()));
    if (others.snapshots().isEmpty()) {
      volumesThatStay(source);
    }
    return true;
  }

  /** What a call named that died before it made the record. */
  private static void dropNamesWithoutRecord(ConfiguredBackend configured, Source source) {
    SourceRecord there = source.value();
    for (String name : source.value().snapshots().keySet()) {
      if (RecordName.parse(name).find(configured.registry()).isEmpty()) {
        there = there.without(name);
      }
    }
    source.record(there);
  }

  /** Of those that are being removed, the rest is no business of snapshots any more. */
  private static void volumesThatStay(Source source) {
    for (String prefix : source.value().removed().keySet()) {
      source.record(source.value().forgotten(prefix));
    }
  }

  /** First, so that nothing is kept any more that the sweep would have to see. */
  private static void stopKeeping(ConfiguredBackend configured, Source source, Runnable step) {
    try {
      step.run();
      configured.backend().buckets().keepVersions(source.bucket(), false);
    } catch (DriverException.NotFound e) {
      // the bucket is gone
    }
  }

  private Optional<String> sweep(
      ConfiguredBackend configured,
      Source source,
      SourceRecord others,
      String prefix,
      boolean everything,
      Lease<SnapshotRecord> lease,
      Runnable step) {
    Budget budget = Budget.of(TIME);
    Optional<List<VersionReferences.Pinning>> pinning =
        pinning(configured, source, others, prefix, budget, step);
    if (pinning.isEmpty()) {
      return Optional.of(lease.value().listed().token().orElse(""));
    }
    VersionReferences versionReferences = new VersionReferences(pinning.get());
    ObjectStore objects = configured.backend().objects(source.bucket());
    int batch = configured.backend().capabilities().maxDeleteBatch();
    Optional<String> from = lease.value().listed().token().filter(token -> !token.isEmpty());
    if (everything) {
      return Sweep.ofAll(objects, prefix, versionReferences, batch, step).run(from, budget);
    }
    return source
        .value()
        .keptSince()
        .flatMap(since ->
            Sweep.ofReplaced(objects, prefix, versionReferences, since, batch, step)
                .run(from, budget));
  }

  /** Whether a volume is gone for callers, and nobody is making it again or still removing it. */
  private static boolean isReleased(ConfiguredBackend configured, Source source, VolumeId volume) {
    return source.value().removed().containsKey(volume.prefix())
        && configured
            .registry()
            .find(RecordKind.VOLUMES, volume.recordId())
            .filter(entry -> entry.value().state() != VolumeRecord.State.RELEASED)
            .isEmpty();
  }

  /** Nothing needs any of it any more: its objects go, its bucket if it had one, its record. */
  private boolean removeVolume(
      ConfiguredBackend configured, Source source, VolumeId volume, Runnable step) {
    Optional<Lease<VolumeRecord>> record =
        configured
            .registry()
            .find(RecordKind.VOLUMES, volume.recordId())
            .map(entry -> configured.registry().claim(entry, entry.value()));
    Runnable both =
        () -> {
          step.run();
          record.ifPresent(Lease::step);
        };
    if (empty(configured, volume, both) != Reached.END) {
      record.ifPresent(lease -> lease.complete(lease.value()));
      return false;
    }
    if (volume.folder().isEmpty()) {
      both.run();
      buckets.delete(new BucketId(volume.backend(), volume.bucket()));
    }
    record.ifPresent(Lease::remove);
    source.record(source.value().forgotten(volume.prefix()));
    return true;
  }

  /** A volume that was released is made again: it outlives its snapshots. */
  void keepVolume(VolumeId volume) {
    ConfiguredBackend configured = configured(volume);
    if (configured
        .registry()
        .find(SourceRecord.KIND, volume.bucket())
        .filter(found -> found.value().removed().containsKey(volume.prefix()))
        .isPresent()) {
      try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
        source.record(source.value().forgotten(volume.prefix()));
        source.release();
      }
    }
  }

  /**
   * Removes all objects of a volume but what its snapshots need; with the last of them go its
   * bucket and the rest.
   */
  Reached removeVolume(VolumeId volume, Runnable beforeStep) {
    ConfiguredBackend configured = configured(volume);
    if (configured.registry().find(SourceRecord.KIND, volume.bucket()).isEmpty()) {
      return empty(configured, volume, beforeStep);
    }
    try (Source source = Source.claim(configured, volume.bucket(), inFlight)) {
      Runnable step =
          () -> {
            source.step();
            beforeStep.run();
          };
      Budget budget = Budget.of(TIME);
      dropNamesWithoutRecord(configured, source);
      discardUncut(configured, source, volume.prefix(), step);
      Optional<List<VersionReferences.Pinning>> pinning =
          pinning(configured, source, source.value(), volume.prefix(), budget, step);
      Reached reached;
      if (pinning.isEmpty()) {
        reached = Reached.PART;
      } else if (pinning.get().isEmpty()) {
        reached = empty(configured, volume, step);
      } else {
        reached =
            removeAround(
                configured, source, volume, new VersionReferences(pinning.get()), budget, step);
      }
      source.release();
      return reached;
    }
  }

  /** What was never cut, nobody knows by an id; and of a volume that is gone it cannot be cut. */
  private static void discardUncut(
      ConfiguredBackend configured, Source source, String prefix, Runnable step) {
    for (Map.Entry<String, String> each : source.value().snapshots().entrySet()) {
      RecordName name = RecordName.parse(each.getKey());
      Optional<Entry<SnapshotRecord>> uncut =
          name.find(configured.registry())
              .filter(found -> each.getValue().equals(prefix))
              .filter(found -> found.value().state() == State.CREATING);
      if (uncut.isPresent()) {
        Lease<SnapshotRecord> lease = configured.registry().claim(uncut.get(), uncut.get().value());
        if (new Manifest(configured, name.toString()).delete(step)) {
          lease.remove();
          source.record(source.value().without(each.getKey()));
        }
      }
    }
  }

  private static Reached empty(ConfiguredBackend configured, VolumeId volume, Runnable step) {
    try {
      return new Emptier(configured.backend(), volume.bucket(), volume.prefix(), step).run()
          ? Reached.END
          : Reached.PART;
    } catch (DriverException.NotFound e) {
      return Reached.END;
    }
  }

  private static Reached removeAround(
      ConfiguredBackend configured,
      Source source,
      VolumeId volume,
      VersionReferences versionReferences,
      Budget budget,
      Runnable step) {
    String before = source.value().removed().getOrDefault(volume.prefix(), "");
    source.record(source.value().removing(volume.prefix(), before));
    ObjectStore objects = configured.backend().objects(volume.bucket());
    int batch = configured.backend().capabilities().maxDeleteBatch();
    Optional<String> reached =
        Sweep.ofAll(objects, volume.prefix(), versionReferences, batch, step)
            .run(Optional.of(before).filter(token -> !token.isEmpty()), budget);
    if (reached.isPresent()) {
      source.record(source.value().removing(volume.prefix(), reached.get()));
      return Reached.PART;
    }
    new Copies(configured.backend(), objects, step).abortUploads(volume.prefix());
    source.record(source.value().removing(volume.prefix(), ""));
    return Reached.HELD_BY_SNAPSHOTS;
  }

  /**
   * The manifests of all snapshots that may need versions below a prefix. A manifest that is being
   * written is finished first: until then nobody knows what it needs.
   *
   * @return empty when time is up before that
   */
  private Optional<List<VersionReferences.Pinning>> pinning(
      ConfiguredBackend configured,
      Source source,
      SourceRecord others,
      String prefix,
      Budget budget,
      Runnable step) {
    List<VersionReferences.Pinning> needed = new ArrayList<>();
    for (Map.Entry<String, String> other : others.snapshots().entrySet()) {
      if (!other.getValue().startsWith(prefix) && !prefix.startsWith(other.getValue())) {
        continue;
      }
      RecordName name = RecordName.parse(other.getKey());
      Optional<Entry<SnapshotRecord>> found = name.find(configured.registry());
      if (found.isEmpty()) {
        continue;
      }
      SnapshotRecord record = found.get().value();
      if (record.method() == Method.VERSIONS && record.state() == State.CUT) {
        Lease<SnapshotRecord> lease = configured.registry().claim(found.get(), record);
        Runnable both =
            () -> {
              step.run();
              lease.step();
            };
        SnapshotTaker.Member member = new SnapshotTaker.Member(name, volume(record), source, lease);
        boolean whole = new SnapshotTaker(configured, budget, both).run(List.of(member));
        record = lease.complete(lease.value()).value();
        if (!whole) {
          return Optional.empty();
        }
      }
      if (record.method() == Method.VERSIONS && record.state() == State.READY) {
        Manifest manifest = new Manifest(configured, name.toString());
        needed.add(
            new VersionReferences.Pinning(manifest, record.listed().pages(), other.getValue()));
      }
    }
    return Optional.of(needed);
  }

  private VolumeId volume(SnapshotRecord record) {
    return VolumeId.parse(record.volume(), backends)
        .orElseThrow(() ->
            new DriverException.Unexpected(
                "volume %s of a snapshot is none".formatted(record.volume()), null));
  }

  private ConfiguredBackend configured(VolumeId volume) {
    return backends
        .find(volume.backend())
        .orElseThrow(() ->
            new DriverException.NotFound(
                "no backend '%s' is configured".formatted(volume.backend()), null));
  }
}
