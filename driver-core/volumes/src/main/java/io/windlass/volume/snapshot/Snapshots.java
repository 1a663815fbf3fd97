package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.operation.Both;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Undoing;
import io.windlass.provision.Unfinished;
import io.windlass.provision.Untouched;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.VolumeId;
import io.windlass.volume.server.Budget;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Service for snapshots of single volumes. A snapshot is taken once however often it is requested,
 * and a deleted one leaves nothing behind.
 */
public final class Snapshots {
  /** Most snapshots of one bucket: one record lists them, and it has to stay small. */
  private static final int MOST_OF_A_BUCKET = 1000;

  private final OpenBackends backends;
  private final CallsInFlight inFlight;
  private final LivingVolumes volumes;
  private final SnapshotGarbageCollector garbageCollector;

  Snapshots(
      OpenBackends backends,
      CallsInFlight inFlight,
      LivingVolumes volumes,
      SnapshotGarbageCollector garbageCollector) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.volumes = volumes;
    this.garbageCollector = garbageCollector;
  }

  /**
   * Takes a snapshot, or finds the one that an identical call took. The snapshot is cut when this
   * returns; {@link Snapshot#ready} says whether it is ready.
   *
   * @param name name that the caller suggests, any text
   * @throws DriverException.AlreadyExists when a snapshot of that name is of another volume
   * @throws DriverException.NotFound when there is no such volume
   * @throws DriverException.Aborted when another call is working on the snapshot, or it takes more
   *     than one call to cut it
   */
  public Snapshot create(String name, VolumeId volume) {
    SnapshotId id = SnapshotId.suggested(volume.backend(), name);
    OpenBackend configured = id.configured(backends);
    RecordName record = RecordName.of(id);
    try (CallsInFlight.Entered _ = inFlight.enter("snapshot " + id)) {
      Optional<Entry<SnapshotRecord>> before = record.find(configured.registry());
      boolean told = before.filter(entry -> wasTold(entry.value())).isPresent();
      SnapshotRecord made;
      try {
        made = make(configured, record, volume, before, Optional.empty()).value();
      } catch (RuntimeException e) {
        throw told
            ? e
            : Undoing.after(e, "snapshot " + id, () -> removeIfThere(configured, record, volume));
      }
      if (made.at().isEmpty()) {
        throw new DriverException.Aborted(
            "snapshot %s is being taken, %d objects so far: call again"
                .formatted(id, made.listed().objects()));
      }
      return view(id, made);
    }
  }

  /**
   * Returns whether callers may have been told of the snapshot: then they know its id, and can
   * delete it.
   */
  static boolean wasTold(SnapshotRecord record) {
    return record.state() == State.DELETING || isVisible(record);
  }

  /**
   * Removes the snapshot that this call began, if it exists. The name may belong to another
   * snapshot, which this call did not begin and which stays.
   */
  private void removeIfThere(OpenBackend configured, RecordName name, VolumeId volume) {
    name.find(configured.registry())
        .filter(entry -> entry.value().group().isEmpty())
        .filter(entry -> entry.value().volume().equals(volume.toString()))
        .filter(entry -> !wasTold(entry.value()) || entry.claim().isPresent())
        .ifPresent(entry -> remove(configured, name, entry));
  }

  /**
   * Begins a snapshot, or continues with it, as far as one call can. The returned record says how
   * far that is.
   *
   * @param before record of the snapshot as the caller saw it; if it has changed since, claiming it
   *     fails
   * @param held the bucket, if the caller has claimed it, and has seen that the volume exists. The
   *     claim is given back, or shows what is left to do
   */
  Entry<SnapshotRecord> make(
      OpenBackend configured,
      RecordName name,
      VolumeId volume,
      Optional<Entry<SnapshotRecord>> before,
      Optional<Source> held) {
    Optional<Entry<SnapshotRecord>> found = before;
    if (found.filter(entry -> entry.value().state() == State.DELETING).isPresent()) {
      remove(configured, name, found.get());
      found = Optional.empty();
    }
    found.ifPresent(entry -> requireSame(name, entry.value(), volume));
    // If the record of a finished snapshot is claimed, the process that took the snapshot died
    // before it gave back all claims.
    if (found
        .filter(entry -> entry.value().state() == State.READY && entry.claim().isEmpty())
        .isPresent()) {
      return found.get();
    }
    boolean begun = found.isPresent() && found.get().value().state() != State.CREATING;
    if (!begun && held.isEmpty()) {
      requireVolume(configured, name, found, volume);
    }
    try (Source source =
        held.orElseGet(() -> Source.claim(configured, volume.bucket(), inFlight))) {
      Lease<SnapshotRecord> lease =
          begin(configured, source, name, volume, found, () -> intent(configured, volume));
      LeasedOperation operation = LeasedOperation.on(configured, source.lease(), lease);
      new SnapshotTaker(operation, Budget.ofCall(operation))
          .run(List.of(new SnapshotTaker.Member(name, volume, source, lease)));
      source.release();
      return lease.complete(lease.value());
    }
  }

  private SnapshotRecord intent(OpenBackend configured, VolumeId volume) {
    VolumeRecord record = volumes.require(volume);
    return SnapshotRecord.intent(
        volume,
        Optional.empty(),
        Methods.of(configured, volume, Optional.of(record)),
        record.capacityBytes());
  }

  /**
   * Claims the record of a snapshot. The record of the bucket names the snapshot before the
   * snapshot's own record exists.
   */
  static Lease<SnapshotRecord> begin(
      OpenBackend configured,
      Source source,
      RecordName name,
      VolumeId volume,
      Optional<Entry<SnapshotRecord>> found,
      Supplier<SnapshotRecord> intent) {
    SourceRecord bucket = source.value();
    if (bucket.removed().containsKey(volume.prefix())
        && found.filter(entry -> entry.value().state() != State.CREATING).isEmpty()) {
      source.release();
      throw new DriverException.NotFound("there is no volume %s".formatted(volume), null);
    }
    if (bucket.snapshots().size() >= MOST_OF_A_BUCKET
        && !bucket.snapshots().containsKey(name.toString())) {
      source.release();
      throw new DriverException.QuotaExceeded(
          "there are %d snapshots of bucket %s, which is the most: delete some"
              .formatted(bucket.snapshots().size(), volume.bucketId()),
          null);
    }
    Supplier<SourceRecord> named =
        () -> source.record(bucket.with(name.toString(), volume.prefix()));
    if (found.isPresent()) {
      SourceRecord _ = named.get();
      return configured.registry().claim(found.get(), found.get().value());
    }
    SnapshotRecord first = Both.of(intent, named).one();
    return configured.registry().claimNew(name.kind(), name.id(), first);
  }

  private static void requireSame(RecordName name, SnapshotRecord record, VolumeId volume) {
    if (record.group().isPresent()) {
      throw new DriverException.AlreadyExists(
          "snapshot %s is there, as part of group %s".formatted(name.id(), record.group().get()),
          null);
    }
    Optional<String> difference = record.request().difference(SnapshotRecord.request(volume));
    if (difference.isPresent()) {
      throw new DriverException.AlreadyExists(
          "snapshot %s is there and differs: %s".formatted(name.id(), difference.get()), null);
    }
  }

  /**
   * Checks that the volume exists. If it does not, its snapshot cannot be cut, and what was begun
   * of it is undone.
   */
  private void requireVolume(
      OpenBackend configured,
      RecordName name,
      Optional<Entry<SnapshotRecord>> found,
      VolumeId volume) {
    try {
      volumes.require(volume);
    } catch (DriverException.NotFound e) {
      found.ifPresent(entry -> remove(configured, name, entry));
      throw e;
    }
  }

  /**
   * Removes a snapshot. No error if there is none.
   *
   * @throws DriverException.InvalidArgument when it is part of a group, with which it is deleted
   * @throws DriverException.InUse while a volume is being filled from it
   * @throws DriverException.Aborted when it takes more than one call
   */
  public void delete(SnapshotId id) {
    OpenBackend configured = id.configured(backends);
    RecordName name = RecordName.of(id);
    try (CallsInFlight.Entered _ = inFlight.enter("snapshot " + id)) {
      Optional<Entry<SnapshotRecord>> found = name.find(configured.registry());
      if (found.isEmpty()) {
        configured.registry().requireKept(name.kind(), name.id(), "snapshot " + id, false);
        return;
      }
      Optional<String> group = found.get().value().group();
      if (group.isPresent()) {
        throw new DriverException.InvalidArgument(
            "snapshot_id: %s is part of group %s/%s and goes with it: delete the group"
                .formatted(id, id.backend(), group.get()));
      }
      remove(configured, name, found.get());
    }
  }

  /**
   * Removes a snapshot that was found. First records the removal, then looks for volumes that are
   * being filled from the snapshot. A call that fills a volume first records that, then looks for
   * the snapshot, so one of the two calls always sees the other. Only the call that fills its
   * volume removes a temporary snapshot.
   */
  void remove(OpenBackend configured, RecordName name, Entry<SnapshotRecord> found) {
    SnapshotRecord before = found.value();
    boolean begun = before.state() == State.DELETING;
    Lease<SnapshotRecord> lease =
        configured.registry().claim(found, begun ? before : before.deleting());
    if (!begun && !name.isTemporary()) {
      try {
        FillRecord.requireUnused(configured, name);
      } catch (DriverException.InUse e) {
        lease.complete(before);
        throw e;
      }
    }
    garbageCollector.remove(name, lease);
  }

  /** Finds a snapshot that is cut. */
  public Optional<Snapshot> find(SnapshotId id) {
    return RecordName.of(id)
        .find(id.configured(backends).registry())
        .filter(entry -> isVisible(entry.value()))
        .map(entry -> view(id, entry.value()));
  }

  static boolean isVisible(SnapshotRecord record) {
    return switch (record.state()) {
      case CREATING, DELETING -> false;
      case CUT -> record.method() == Method.VERSIONS;
      case READY -> true;
    };
  }

  static Snapshot view(SnapshotId id, SnapshotRecord record) {
    boolean ready = record.state() == State.READY;
    return new Snapshot(
        id,
        record.volume(),
        record.at().orElseThrow(),
        Math.max(record.capacity(), ready ? record.listed().bytes() : 0),
        ready,
        record.group().map(group -> new SnapshotId(id.backend(), group)));
  }

  /**
   * Returns the half-taken single snapshots, of which no caller was told, and the half-removed
   * ones.
   */
  Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return SnapshotRecord.KIND;
      }

      @Override
      public boolean undo(OpenBackend configured, String name, Untouched since) {
        SnapshotId id = new SnapshotId(configured.backend().name(), name);
        RecordName record = RecordName.of(id);
        try (CallsInFlight.Entered _ = inFlight.enter("snapshot " + id)) {
          Optional<Entry<SnapshotRecord>> left =
              record
                  .find(configured.registry())
                  .filter(entry -> entry.value().group().isEmpty())
                  .filter(entry -> isLeft(entry, since));
          left.ifPresent(entry -> remove(configured, record, entry));
          return left.isPresent();
        }
      }
    };
  }

  private static boolean isLeft(Entry<SnapshotRecord> entry, Untouched since) {
    return entry.value().state() == State.DELETING
        ? since.isLeftRemoving(entry.age())
        : !isVisible(entry.value()) && since.isLeftMaking(entry.age());
  }
}
