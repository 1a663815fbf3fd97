package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.BucketId;
import io.windlass.provision.Buckets;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.VolumeRecord;
import io.windlass.volume.VolumeData.Reached;
import io.windlass.volume.VolumeId;
import io.windlass.volume.server.Budget;
import io.windlass.volume.server.Copies;
import io.windlass.volume.server.Parallel;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Removal of a snapshot or volume by one call, under the claim of the bucket. */
final class GarbageCollectionRun {

  /** Number of records that are read at one time. */
  private static final int READS_AT_ONCE = 16;

  private final LeasedOperation operation;
  private final Source source;
  private final OpenBackends backends;
  private final Buckets buckets;
  private final Registry registry;

  /**
   * @param operation operation under the claims of the bucket and of the removed snapshot or volume
   */
  GarbageCollectionRun(
      LeasedOperation operation, Source source, OpenBackends backends, Buckets buckets) {
    this.operation = operation;
    this.source = source;
    this.backends = backends;
    this.buckets = buckets;
    this.registry = operation.configured().registry();
  }

  /**
   * Removes everything of a snapshot but its record. Returns whether that is done; then the record
   * of the bucket, which the caller writes, does not name the snapshot any more.
   */
  boolean remove(RecordName name, Lease<SnapshotRecord> lease, VolumeId volume) {
    Map<String, Entry<SnapshotRecord>> records = records(Optional.of(name));
    SourceRecord others = source.value().without(name.toString());
    boolean gone = isReleased(volume);
    boolean goes = gone && others.snapshots().values().stream().noneMatch(volume.prefix()::equals);
    if (goes && !removeReleased(volume)) {
      return false;
    }
    if (lease.value().method().namesVersions() && !(goes && volume.folder().isEmpty())) {
      boolean last = others.snapshots().isEmpty() && source.value().keptSince().isPresent();
      if (last) {
        stopKeeping();
      }
      String prefix = last ? "" : volume.prefix();
      Optional<String> reached =
          sweep(others, records, prefix, gone && !goes, lease.value().listed().token());
      if (reached.isPresent()) {
        lease.record(lease.value().sweptTo(reached));
        return false;
      }
    }
    if (!new Manifest(operation, name).delete()) {
      return false;
    }
    source.change(source.value().without(name.toString()));
    if (others.snapshots().isEmpty()) {
      volumesThatStay();
    }
    return true;
  }

  /** Removes all objects of a volume except the data that its snapshots need. */
  Reached removeVolume(VolumeId volume) {
    Budget budget = Budget.ofCall(operation);
    Map<String, Entry<SnapshotRecord>> records = records(Optional.empty());
    discardUncut(records, volume.prefix());
    Optional<List<VersionReferences.Pinning>> pinning =
        pinning(source.value(), records, volume.prefix(), budget);
    if (pinning.isEmpty()) {
      return Reached.PART;
    }
    return pinning.get().isEmpty()
        ? empty(operation, volume)
        : removeAround(volume, new VersionReferences(pinning.get()), budget);
  }

  /**
   * Reads the records of the bucket's snapshots, by their names. Nobody makes the bucket need more
   * versions meanwhile, because that takes its claim. Removes the names of snapshots that have no
   * record: a call wrote the name into the record of the bucket, and died before it created the
   * snapshot's record.
   *
   * @param but snapshot whose record is known to the caller, and is left out
   */
  private Map<String, Entry<SnapshotRecord>> records(Optional<RecordName> but) {
    List<RecordName> names =
        source.value().snapshots().keySet().stream()
            .map(RecordName::parse)
            .filter(name -> !but.equals(Optional.of(name)))
            .toList();
    List<Optional<Entry<SnapshotRecord>>> found =
        Parallel.all(
            names.stream().map(name -> new Parallel.Call<>(1, () -> name.find(registry))).toList(),
            READS_AT_ONCE,
            operation);
    Map<String, Entry<SnapshotRecord>> records = new HashMap<>();
    SourceRecord there = source.value();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).toString();
      if (found.get(i).isPresent()) {
        records.put(name, found.get(i).get());
      } else {
        there = there.without(name);
      }
    }
    source.record(there);
    return records;
  }

  /** Removes the marks of all deleted volumes: no snapshot is left that could need their data. */
  private void volumesThatStay() {
    for (String prefix : source.value().removed().keySet()) {
      source.change(source.value().forgotten(prefix));
    }
  }

  /**
   * Makes the bucket stop keeping versions. This comes before the sweep, so that no versions appear
   * any more that the sweep would have to delete.
   */
  private void stopKeeping() {
    try {
      operation.step();
      operation.backend().buckets().keepVersions(source.bucket(), false);
    } catch (DriverException.NotFound e) {
      // the bucket is gone
    }
  }

  private Optional<String> sweep(
      SourceRecord others,
      Map<String, Entry<SnapshotRecord>> records,
      String prefix,
      boolean everything,
      Optional<String> before) {
    Budget budget = Budget.ofCall(operation);
    Optional<List<VersionReferences.Pinning>> pinning = pinning(others, records, prefix, budget);
    if (pinning.isEmpty()) {
      return Optional.of(before.orElse(""));
    }
    VersionReferences needed = new VersionReferences(pinning.get());
    Optional<Sweep> sweep =
        everything
            ? Optional.of(Sweep.ofAll(operation, source.bucket(), prefix, needed))
            : source
                .value()
                .keptSince()
                .map(since -> Sweep.ofReplaced(operation, source.bucket(), prefix, needed, since));
    return sweep.flatMap(some -> some.run(before.filter(token -> !token.isEmpty()), budget));
  }

  /**
   * Returns whether a volume is deleted for callers, and no call is creating it again or still
   * removing it.
   */
  private boolean isReleased(VolumeId volume) {
    return source.value().removed().containsKey(volume.prefix())
        && registry
            .find(RecordKind.VOLUMES, volume.recordId())
            .filter(entry -> entry.value().state() != VolumeRecord.State.RELEASED)
            .isEmpty();
  }

  /**
   * Removes a released volume whose data no snapshot needs any more: its objects, its own bucket if
   * it has one, and its record. Returns whether that is done.
   */
  private boolean removeReleased(VolumeId volume) {
    Optional<Lease<VolumeRecord>> record =
        registry
            .find(RecordKind.VOLUMES, volume.recordId())
            .map(entry -> registry.claim(entry, entry.value()));
    LeasedOperation removal = record.map(operation::under).orElse(operation);
    if (empty(removal, volume) != Reached.END) {
      record.ifPresent(lease -> lease.complete(lease.value()));
      return false;
    }
    if (volume.folder().isEmpty()) {
      removal.step();
      buckets.delete(new BucketId(volume.backend(), volume.bucket()));
    }
    record.ifPresent(Lease::remove);
    source.record(source.value().forgotten(volume.prefix()));
    return true;
  }

  /**
   * Removes the snapshots of a deleted volume that were never cut. No caller knows their ids, and
   * they cannot be cut any more.
   */
  private void discardUncut(Map<String, Entry<SnapshotRecord>> records, String prefix) {
    for (Map.Entry<String, String> each : source.value().snapshots().entrySet()) {
      Entry<SnapshotRecord> found = Objects.requireNonNull(records.get(each.getKey()));
      if (each.getValue().equals(prefix) && found.value().state() == State.CREATING) {
        Lease<SnapshotRecord> lease = registry.claim(found, found.value());
        if (new Manifest(operation, RecordName.parse(each.getKey())).delete()) {
          lease.remove();
          source.record(source.value().without(each.getKey()));
        }
      }
    }
  }

  /** Removes the objects of a volume that has no snapshot, as many as one step can. */
  static Reached empty(LeasedOperation operation, VolumeId volume) {
    try {
      return new Emptier(operation, volume.bucket(), volume.prefix()).run()
          ? Reached.END
          : Reached.PART;
    } catch (DriverException.NotFound e) {
      return Reached.END;
    }
  }

  private Reached removeAround(VolumeId volume, VersionReferences needed, Budget budget) {
    String before = source.value().removed().getOrDefault(volume.prefix(), "");
    source.record(source.value().removing(volume.prefix(), before));
    Optional<String> reached =
        Sweep.ofAll(operation, volume.bucket(), volume.prefix(), needed)
            .run(Optional.of(before).filter(token -> !token.isEmpty()), budget);
    if (reached.isPresent()) {
      source.record(source.value().removing(volume.prefix(), reached.get()));
      return Reached.PART;
    }
    new Copies(operation, operation.objects(volume.bucket())).abortUploads(volume.prefix());
    source.record(source.value().removing(volume.prefix(), ""));
    return Reached.HELD_BY_SNAPSHOTS;
  }

  /**
   * Returns the manifests of all snapshots that may need versions below a prefix. A manifest that
   * is being written is completed first, because until then it is not known which versions it
   * needs.
   *
   * @return empty if the time is up before that
   */
  private Optional<List<VersionReferences.Pinning>> pinning(
      SourceRecord others,
      Map<String, Entry<SnapshotRecord>> records,
      String prefix,
      Budget budget) {
    List<VersionReferences.Pinning> needed = new ArrayList<>();
    for (Map.Entry<String, String> other : others.snapshots().entrySet()) {
      if (!other.getValue().startsWith(prefix) && !prefix.startsWith(other.getValue())) {
        continue;
      }
      RecordName name = RecordName.parse(other.getKey());
      Entry<SnapshotRecord> found = Objects.requireNonNull(records.get(other.getKey()));
      SnapshotRecord record = found.value();
      if (record.method() == Method.VERSIONS && record.state() == State.CUT) {
        Lease<SnapshotRecord> lease = registry.claim(found, record);
        SnapshotTaker.Member member =
            new SnapshotTaker.Member(name, volume(backends, record), source, lease);
        boolean whole = new SnapshotTaker(operation.under(lease), budget).run(List.of(member));
        record = lease.complete(lease.value()).value();
        if (!whole) {
          return Optional.empty();
        }
      }
      if (needsVersions(record)) {
        Manifest manifest = new Manifest(operation, name);
        needed.add(
            new VersionReferences.Pinning(manifest, record.listed().pages(), other.getValue()));
      }
    }
    return Optional.of(needed);
  }

  /** Returns whether the pages of the manifest that are written name versions that must stay. */
  private static boolean needsVersions(SnapshotRecord record) {
    return switch (record.method()) {
      case VERSIONS -> record.state() == State.READY;
      case LISTED -> record.state() != State.DELETING && record.listed().pages() > 0;
      case COPIES -> false;
    };
  }

  /** Returns the volume of a snapshot. */
  static VolumeId volume(OpenBackends backends, SnapshotRecord record) {
    return VolumeId.parse(record.volume(), backends)
        .orElseThrow(() ->
            new DriverException.Unexpected(
                "a snapshot's record names volume %s, which is not the id of a volume"
                    .formatted(record.volume()),
                null));
  }
}
