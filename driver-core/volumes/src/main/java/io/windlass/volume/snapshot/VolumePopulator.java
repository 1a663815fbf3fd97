package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.Both;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.Registry;
import io.windlass.volume.ContentSource;
import io.windlass.volume.VolumeData.FillState;
import io.windlass.volume.VolumeData.Filling;
import io.windlass.volume.VolumeData.Reached;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills new volumes from snapshots, and from other volumes through a temporary snapshot of these.
 * The server does the copying, except as {@link Copies} says. A call works for a short time, and
 * the next one continues.
 */
final class VolumePopulator {
  private static final Logger log = LoggerFactory.getLogger(VolumePopulator.class);
  private static final Duration TIME = Duration.ofSeconds(20);

  /** Bytes after which no further object is added to those that are copied between two checks. */
  private static final long CHUNK_BYTES = 4L << 30;

  private final OpenBackends backends;
  private final CallsInFlight inFlight;
  private final Snapshots snapshots;
  private final SnapshotGarbageCollector garbageCollector;
  private final CopyMetrics metrics;

  VolumePopulator(
      OpenBackends backends,
      CallsInFlight inFlight,
      Snapshots snapshots,
      SnapshotGarbageCollector garbageCollector,
      CopyMetrics metrics) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.snapshots = snapshots;
    this.garbageCollector = garbageCollector;
    this.metrics = metrics;
  }

  /** See {@link io.windlass.volume.VolumeData#fillState}. */
  FillState fillState(VolumeId target, ContentSource source) {
    Registry registry = configured(target).registry();
    RecordName snapshot = snapshot(target, source);
    var seen =
        Both.of(
            () -> registry.find(FillRecord.KIND, target.recordId()), () -> snapshot.find(registry));
    return new ReadState(target, source, snapshot, seen.one(), seen.other());
  }

  /** How far a filling was when these records were read. If one has changed, claiming it fails. */
  private final class ReadState implements FillState {
    private final VolumeId target;
    private final ContentSource source;
    private final RecordName snapshot;
    private final Optional<Entry<FillRecord>> begun;
    private final Optional<Entry<SnapshotRecord>> seen;

    ReadState(
        VolumeId target,
        ContentSource source,
        RecordName snapshot,
        Optional<Entry<FillRecord>> begun,
        Optional<Entry<SnapshotRecord>> seen) {
      this.target = target;
      this.source = source;
      this.snapshot = snapshot;
      this.begun = begun;
      this.seen = seen;
    }

    @Override
    public boolean isKept() {
      return begun
          .map(Entry::value)
          .filter(fill -> fill.source().equals(source.id()))
          .filter(fill ->
              fill.done() || seen.filter(found -> Snapshots.isVisible(found.value())).isPresent())
          .isPresent();
    }

    @Override
    public Filling hold() {
      OpenBackend configured = configured(target);
      Optional<String> bucket = bucketToHold(source, begun, seen);
      CallsInFlight.Entered entered =
          bucket.isEmpty()
              ? () -> {}
              : inFlight.enter("snapshot " + configured.backend().name() + "/" + snapshot);
      try {
        Optional<Source> lease = bucket.map(name -> Source.claim(configured, name, inFlight));
        return new HeldFilling(configured, target, source, snapshot, begun, seen, lease, entered);
      } catch (RuntimeException e) {
        entered.close();
        throw e;
      }
    }
  }

  /**
   * Returns the bucket that has to be claimed, because not all of its data that is to be copied is
   * kept yet.
   */
  private Optional<String> bucketToHold(
      ContentSource source,
      Optional<Entry<FillRecord>> fill,
      Optional<Entry<SnapshotRecord>> there) {
    if (fill.filter(found -> found.value().done()).isPresent()) {
      return Optional.empty();
    }
    boolean ready = there.filter(found -> found.value().state() == State.READY).isPresent();
    return switch (source) {
      case ContentSource.OfSnapshot(String id) -> {
        SnapshotRecord cut =
            there.map(Entry::value).filter(Snapshots::isVisible).orElseThrow(() -> noSnapshot(id));
        yield ready || cut.group().isPresent()
            ? Optional.empty()
            : Optional.of(volume(cut.volume()).bucket());
      }
      case ContentSource.OfVolume(String id) ->
          there.filter(VolumePopulator::needsNoHold).isPresent()
              ? Optional.empty()
              : Optional.of(volume(id).bucket());
    };
  }

  /**
   * Returns whether a temporary snapshot either keeps everything, or is being removed, which claims
   * the bucket by itself.
   */
  private static boolean needsNoHold(Entry<SnapshotRecord> temporary) {
    return switch (temporary.value().state()) {
      case READY -> temporary.claim().isEmpty();
      case DELETING -> true;
      case CREATING, CUT -> false;
    };
  }

  /**
   * Thrown when an object of a temporary snapshot is not the one that the manifest names: a request
   * that began before the bucket kept versions has replaced or deleted it.
   */
  private static final class Replaced extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** Filling of a volume by this call. */
  private final class HeldFilling implements Filling {
    private final OpenBackend configured;
    private final VolumeId target;
    private final ContentSource source;
    private final RecordName snapshot;
    private final Optional<Source> bucket;
    private final CallsInFlight.Entered entered;
    private final Optional<Entry<FillRecord>> begun;
    private final Optional<Entry<SnapshotRecord>> seen;
    private Optional<Lease<FillRecord>> filling = Optional.empty();
    private Optional<Entry<SnapshotRecord>> kept = Optional.empty();
    private boolean used;

    /**
     * @param begun record of the filling that an earlier call began
     * @param seen record of the snapshot, as it was before the bucket was claimed
     */
    HeldFilling(
        OpenBackend configured,
        VolumeId target,
        ContentSource source,
        RecordName snapshot,
        Optional<Entry<FillRecord>> begun,
        Optional<Entry<SnapshotRecord>> seen,
        Optional<Source> bucket,
        CallsInFlight.Entered entered) {
      this.configured = configured;
      this.target = target;
      this.source = source;
      this.snapshot = snapshot;
      this.begun = begun;
      this.seen = seen;
      this.bucket = bucket;
      this.entered = entered;
    }

    private boolean isTemporary() {
      return source instanceof ContentSource.OfVolume;
    }

    private Lease<FillRecord> claim() {
      Registry registry = configured.registry();
      return begun
          .map(entry -> registry.claim(entry, entry.value()))
          .orElseGet(() -> registry.claimNew(FillRecord.KIND, target.recordId(), intent()));
    }

    private FillRecord intent() {
      return FillRecord.intent(source.id(), snapshot, isTemporary());
    }

    @Override
    public Reached keep(LeasedOperation operation) {
      // A call that removes a snapshot looks for such records: from now on the snapshot stays.
      Lease<FillRecord> lease = Both.of(this::claim, this::reuse).one();
      filling = Optional.of(lease);
      if (lease.value().done()) {
        return Reached.END;
      }
      operation.step();
      Entry<SnapshotRecord> made = ready();
      entered.close();
      if (made.value().state() == State.READY) {
        kept = Optional.of(made);
        return Reached.END;
      }
      lease.complete(lease.value());
      return Reached.PART;
    }

    /**
     * Removes the mark that an earlier volume of this name is removed: the call that removed it, or
     * created the volume again, may have died and left the mark.
     */
    private boolean reuse() {
      bucket
          .filter(held -> held.bucket().equals(target.bucket()))
          .ifPresentOrElse(
              held -> held.change(held.value().forgotten(target.prefix())),
              () -> garbageCollector.keepVolume(target));
      return true;
    }

    /** Returns the record of the snapshot, which is taken or finished now if needed. */
    private Entry<SnapshotRecord> ready() {
      return switch (source) {
        case ContentSource.OfSnapshot(String id) -> finished(id);
        case ContentSource.OfVolume(String id) -> make(volume(id), seen);
      };
    }

    /** Reads the snapshot again: from now on nobody removes it. */
    private Entry<SnapshotRecord> finished(String id) {
      Entry<SnapshotRecord> found =
          snapshot
              .find(configured.registry())
              .filter(entry -> Snapshots.isVisible(entry.value()))
              .orElseThrow(() -> noSnapshot(id));
      SnapshotRecord record = found.value();
      return record.state() == State.READY || record.group().isPresent()
          ? found
          : make(volume(record.volume()), Optional.of(found));
    }

    private Entry<SnapshotRecord> make(VolumeId volume, Optional<Entry<SnapshotRecord>> found) {
      used = true;
      return snapshots.make(configured, snapshot, volume, found, bucket);
    }

    @Override
    public Reached fill(LeasedOperation operation) {
      Lease<FillRecord> lease = filling.orElseGet(this::claim);
      FillRecord reached = lease.value();
      if (!reached.done()) {
        SnapshotRecord from = kept.map(Entry::value).orElseThrow(() -> noSnapshot(source.id()));
        LeasedOperation copying = operation.under(lease);
        Copies copies = new Copies(copying, copying.objects(target.bucket()));
        if (begun.isPresent()) {
          copies.abortUploads(target.prefix());
        }
        try {
          Manifest manifest = new Manifest(copying, snapshot);
          reached = copy(target, from, manifest, copies, lease, Budget.of(TIME, copying));
        } catch (Replaced e) {
          return beginAgain(copying, lease);
        }
      }
      lease.complete(reached);
      if (!reached.done()) {
        return Reached.PART;
      }
      // Where this call dies, the next one finds that everything is copied, and does only this.
      removeTemporary();
      return Reached.END;
    }

    private void removeTemporary() {
      if (isTemporary()) {
        kept.or(() -> snapshot.find(configured.registry()))
            .ifPresent(found -> snapshots.removeTemporary(configured, snapshot, found));
      }
    }

    /**
     * Gives up the temporary snapshot and what was copied from it, so that the next call takes
     * another one. Where this call dies, the next one meets the replaced object again.
     */
    private Reached beginAgain(LeasedOperation copying, Lease<FillRecord> lease) {
      log.info("volume {} is filled anew: an older request replaced an object", target);
      lease.record(intent());
      if (new Emptier(copying, target.bucket(), target.prefix()).run()) {
        removeTemporary();
      }
      lease.complete(lease.value());
      return Reached.PART;
    }

    /**
     * Releases the source. A claim that taking the snapshot used is left alone: either taking the
     * snapshot gave it back, or it failed and the claim shows what is left to do.
     */
    @Override
    public void close() {
      try (CallsInFlight.Entered _ = entered) {
        bucket.ifPresent(this::close);
      }
    }

    private void close(Source claimed) {
      try (Source _ = claimed) {
        if (!used) {
          claimed.release();
        }
      } catch (DriverException e) {
        log.debug(
            "the claim on bucket {} could not be released; it ends by itself", claimed.bucket(), e);
      }
    }
  }

  /** Returns the name of the record of the snapshot to copy from, whether or not that exists. */
  private RecordName snapshot(VolumeId target, ContentSource source) {
    return switch (source) {
      case ContentSource.OfSnapshot(String id) ->
          SnapshotId.parse(id, backends).map(RecordName::of).orElseThrow(() -> noSnapshot(id));
      case ContentSource.OfVolume _ -> new RecordName(SnapshotRecord.TEMPORARY, target.recordId());
    };
  }

  static DriverException.NotFound noSnapshot(String id) {
    return new DriverException.NotFound("there is no snapshot %s".formatted(id), null);
  }

  private VolumeId volume(String id) {
    return VolumeId.parse(id, backends)
        .orElseThrow(
            () -> new DriverException.NotFound("there is no volume %s".formatted(id), null));
  }

  /**
   * Copies until the end, or until the budget is spent.
   *
   * @return how far the copying is, not yet recorded
   */
  private FillRecord copy(
      VolumeId target,
      SnapshotRecord snapshot,
      Manifest manifest,
      Copies copies,
      Lease<FillRecord> lease,
      Budget budget)
      throws Replaced {
    VolumeId from = volume(snapshot.volume());
    FillRecord reached = lease.value();
    while (reached.page() <= snapshot.listed().pages()) {
      List<ManifestEntry> entries = manifest.read(reached.page());
      while (reached.entry() < entries.size()) {
        List<ManifestEntry> chunk = chunk(entries.subList(reached.entry(), entries.size()));
        copy(manifest, reached.page(), chunk, from, target, copies);
        long bytes = chunk.stream().mapToLong(ManifestEntry::size).sum();
        metrics.copied(target.backend(), chunk.size(), bytes);
        reached =
            reached.reached(reached.page(), reached.entry() + chunk.size(), chunk.size(), bytes);
        if (budget.isSpent()) {
          log.info(
              "volume {} is being filled from {}: {} of {} objects, {} of {} bytes",
              target,
              reached.source(),
              reached.objects(),
              snapshot.listed().objects(),
              reached.bytes(),
              snapshot.listed().bytes());
          return reached;
        }
      }
      reached = reached.reached(reached.page() + 1, 0, 0, 0);
      if (reached.page() <= snapshot.listed().pages()) {
        lease.record(reached);
      }
    }
    log.info(
        "volume {} is filled from {}: {} objects, {} bytes",
        target,
        reached.source(),
        reached.objects(),
        reached.bytes());
    return reached.whole();
  }

  private static List<ManifestEntry> chunk(List<ManifestEntry> left) {
    int end = 0;
    for (long bytes = 0; end < left.size() && bytes < CHUNK_BYTES; end++) {
      bytes += left.get(end).size();
    }
    return left.subList(0, end);
  }

  private static void copy(
      Manifest manifest,
      int page,
      List<ManifestEntry> entries,
      VolumeId from,
      VolumeId target,
      Copies copies)
      throws Replaced {
    List<Copies.Order> orders = new ArrayList<>();
    for (ManifestEntry entry : entries) {
      orders.add(
          new Copies.Order(
              manifest.source(page, entry, from.bucket(), from.prefix()),
              entry.size(),
              target.prefix() + entry.key()));
    }
    int missing = copies.all(orders).indexOf(false);
    if (missing >= 0 && entries.get(missing).revision().isPresent()) {
      throw new Replaced();
    }
    if (missing >= 0) {
      throw new DriverException.Unexpected(
          ("object %s of a snapshot of volume %s is gone: somebody, or a lifecycle rule, deleted its"
                  + " versions")
              .formatted(entries.get(missing).key(), from),
          null);
    }
  }

  /**
   * Removes the record of the filling of a volume that is being removed, and its temporary
   * snapshot.
   */
  void forget(VolumeId target) {
    OpenBackend configured = configured(target);
    Optional<Entry<FillRecord>> found =
        configured.registry().find(FillRecord.KIND, target.recordId());
    if (found.isPresent()) {
      Lease<FillRecord> lease = configured.registry().claim(found.get(), found.get().value());
      if (lease.value().temporary()) {
        RecordName snapshot = RecordName.parse(lease.value().snapshot());
        snapshot
            .find(configured.registry())
            .ifPresent(entry -> snapshots.removeTemporary(configured, snapshot, entry));
      }
      lease.remove();
    }
  }

  private OpenBackend configured(VolumeId target) {
    return configured(backends, target);
  }

  static OpenBackend configured(OpenBackends backends, VolumeId target) {
    return backends
        .find(target.backend())
        .orElseThrow(() ->
            new DriverException.NotFound(
                "no backend '%s' is configured".formatted(target.backend()), null));
  }
}
