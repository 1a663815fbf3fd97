package io.windlass.volume.snapshot;

import io.windlass.provision.CallsInFlight;
import io.windlass.provision.ConfiguredBackend;
import io.windlass.provision.ConfiguredBackends;
import io.windlass.provision.LeasedOperation;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.Registry;
import io.windlass.store.DriverException;
import io.windlass.volume.ContentSource;
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

  /** Most objects that are copied between two checks of the time. */
  private static final int CHUNK = 500;

  /** Bytes after which no further object is added to those that are copied between two checks. */
  private static final long CHUNK_BYTES = 4L << 30;

  private final ConfiguredBackends backends;
  private final CallsInFlight inFlight;
  private final Snapshots snapshots;
  private final CopyMetrics metrics;

  VolumePopulator(
      ConfiguredBackends backends,
      CallsInFlight inFlight,
      Snapshots snapshots,
      CopyMetrics metrics) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.snapshots = snapshots;
    this.metrics = metrics;
  }

  /** See {@link io.windlass.volume.VolumeData#hold}. */
  Filling hold(VolumeId target, ContentSource source) {
    ConfiguredBackend configured = configured(target);
    RecordName snapshot = snapshot(target, source);
    Optional<String> bucket = bucketToHold(configured, target, source, snapshot);
    CallsInFlight.Entered entered =
        bucket.isEmpty()
            ? () -> {}
            : inFlight.enter("snapshot " + configured.backend().name() + "/" + snapshot);
    try {
      Optional<Source> lease = bucket.map(name -> Source.claim(configured, name, inFlight));
      return new HeldFilling(configured, target, source, snapshot, lease, entered);
    } catch (RuntimeException e) {
      entered.close();
      throw e;
    }
  }

  /**
   * Returns the bucket that has to be claimed, because not all of its data that is to be copied is
   * kept yet.
   */
  private Optional<String> bucketToHold(
      ConfiguredBackend configured, VolumeId target, ContentSource source, RecordName snapshot) {
    boolean done =
        configured
            .registry()
            .find(FillRecord.KIND, target.recordId())
            .filter(fill -> fill.value().done())
            .isPresent();
    if (done) {
      return Optional.empty();
    }
    Optional<Entry<SnapshotRecord>> there = snapshot.find(configured.registry());
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
          ready && there.get().claim().isEmpty()
              ? Optional.empty()
              : Optional.of(volume(id).bucket());
    };
  }

  /** Filling of a volume by this call. */
  private final class HeldFilling implements Filling {
    private final ConfiguredBackend configured;
    private final VolumeId target;
    private final ContentSource source;
    private final RecordName snapshot;
    private final Optional<Source> bucket;
    private final CallsInFlight.Entered entered;
    private Optional<Lease<FillRecord>> filling = Optional.empty();
    private boolean begunBefore;
    private boolean used;

    HeldFilling(
        ConfiguredBackend configured,
        VolumeId target,
        ContentSource source,
        RecordName snapshot,
        Optional<Source> bucket,
        CallsInFlight.Entered entered) {
      this.configured = configured;
      this.target = target;
      this.source = source;
      this.snapshot = snapshot;
      this.bucket = bucket;
      this.entered = entered;
    }

    private boolean isTemporary() {
      return source instanceof ContentSource.OfVolume;
    }

    private Lease<FillRecord> claim() {
      Registry registry = configured.registry();
      Optional<Entry<FillRecord>> found = registry.find(FillRecord.KIND, target.recordId());
      begunBefore = found.isPresent();
      return found
          .map(entry -> registry.claim(entry, entry.value()))
          .orElseGet(() ->
              registry.claimNew(
                  FillRecord.KIND,
                  target.recordId(),
                  FillRecord.intent(source.id(), snapshot, isTemporary())));
    }

    @Override
    public Reached keep(LeasedOperation operation) {
      // A call that removes a snapshot looks for such records: from now on the snapshot stays.
      Lease<FillRecord> lease = claim();
      filling = Optional.of(lease);
      if (lease.value().done()) {
        return Reached.END;
      }
      operation.step();
      SnapshotRecord record = ready();
      entered.close();
      if (record.state() == State.READY) {
        return Reached.END;
      }
      lease.complete(lease.value());
      return Reached.PART;
    }

    /** Returns the record of the snapshot, which is taken or finished now if needed. */
    private SnapshotRecord ready() {
      return switch (source) {
        case ContentSource.OfSnapshot(String id) -> finished(id);
        case ContentSource.OfVolume(String id) -> make(volume(id));
      };
    }

    private SnapshotRecord finished(String id) {
      SnapshotRecord record =
          snapshot
              .find(configured.registry())
              .map(Entry::value)
              .filter(Snapshots::isVisible)
              .orElseThrow(() -> noSnapshot(id));
      return record.state() == State.READY || record.group().isPresent()
          ? record
          : make(volume(record.volume()));
    }

    private SnapshotRecord make(VolumeId volume) {
      return snapshots.make(
          configured,
          snapshot,
          volume,
          () -> {
            used = true;
            return bucket.orElseGet(() -> Source.claim(configured, volume.bucket(), inFlight));
          });
    }

    @Override
    public Reached fill(LeasedOperation operation) {
      Lease<FillRecord> lease = filling.orElseGet(this::claim);
      if (!lease.value().done()) {
        SnapshotRecord from =
            snapshot
                .find(configured.registry())
                .map(Entry::value)
                .filter(found -> found.state() == State.READY)
                .orElseThrow(() -> noSnapshot(source.id()));
        LeasedOperation copying = operation.under(lease);
        Copies copies = new Copies(copying, copying.objects(target.bucket()));
        if (begunBefore) {
          copies.abortUploads(target.prefix());
        }
        FillRecord reached = copy(target, from, new Manifest(copying, snapshot), copies, lease);
        if (!reached.done() || !isTemporary()) {
          lease.complete(reached);
          return reached.done() ? Reached.END : Reached.PART;
        }
        lease.record(reached);
      }
      if (isTemporary()) {
        snapshots.removeTemporary(configured, snapshot);
      }
      lease.complete(lease.value());
      return Reached.END;
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
        log.debug("bucket {} stays claimed until others may take it over", claimed.bucket(), e);
      }
    }
  }

  /** See {@link io.windlass.volume.VolumeData#isKept}. */
  boolean isKept(VolumeId target, ContentSource source) {
    Registry registry = configured(target).registry();
    return registry
        .find(FillRecord.KIND, target.recordId())
        .filter(fill -> fill.value().source().equals(source.id()))
        .filter(fill ->
            fill.value().done()
                || RecordName.parse(fill.value().snapshot())
                    .find(registry)
                    .filter(found -> Snapshots.isVisible(found.value()))
                    .isPresent())
        .isPresent();
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
   * Copies until the end, or until the time is up.
   *
   * @return how far the copying is, not yet recorded
   */
  private FillRecord copy(
      VolumeId target,
      SnapshotRecord snapshot,
      Manifest manifest,
      Copies copies,
      Lease<FillRecord> lease) {
    Budget budget = Budget.of(TIME);
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
    for (long bytes = 0; end < Math.min(CHUNK, left.size()) && bytes < CHUNK_BYTES; end++) {
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
      Copies copies) {
    List<Copies.Order> orders = new ArrayList<>();
    for (ManifestEntry entry : entries) {
      orders.add(
          new Copies.Order(
              manifest.source(page, entry, from.bucket(), from.prefix()),
              entry.size(),
              target.prefix() + entry.key()));
    }
    int missing = copies.all(orders).indexOf(false);
    if (missing >= 0) {
      throw new DriverException.Unexpected(
          "object %s of a snapshot of volume %s is gone: somebody deleted its versions"
              .formatted(entries.get(missing).key(), from),
          null);
    }
  }

  /**
   * Removes the record of the filling of a volume that is being removed, and its temporary
   * snapshot.
   */
  void forget(VolumeId target) {
    ConfiguredBackend configured = configured(target);
    Optional<Entry<FillRecord>> found =
        configured.registry().find(FillRecord.KIND, target.recordId());
    if (found.isPresent()) {
      Lease<FillRecord> lease = configured.registry().claim(found.get(), found.get().value());
      if (lease.value().temporary()) {
        snapshots.removeTemporary(configured, RecordName.parse(lease.value().snapshot()));
      }
      lease.remove();
    }
  }

  private ConfiguredBackend configured(VolumeId target) {
    return configured(backends, target);
  }

  static ConfiguredBackend configured(ConfiguredBackends backends, VolumeId target) {
    return backends
        .find(target.backend())
        .orElseThrow(() ->
            new DriverException.NotFound(
                "no backend '%s' is configured".formatted(target.backend()), null));
  }
}
