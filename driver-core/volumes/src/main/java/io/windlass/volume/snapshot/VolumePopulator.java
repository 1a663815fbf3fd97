package io.windlass.volume.snapshot;

import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.error.DriverException;
import io.windlass.operation.Both;
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
import io.windlass.volume.server.Copies;
import io.windlass.volume.snapshot.SnapshotRecord.State;
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

  private final OpenBackends backends;
  private final CallsInFlight inFlight;
  private final Snapshots snapshots;
  private final SnapshotGarbageCollector garbageCollector;
  private final MeterRegistry meters;

  VolumePopulator(
      OpenBackends backends,
      CallsInFlight inFlight,
      Snapshots snapshots,
      SnapshotGarbageCollector garbageCollector,
      MeterRegistry meters) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.snapshots = snapshots;
    this.garbageCollector = garbageCollector;
    this.meters = meters;
  }

  /** See {@link io.windlass.volume.VolumeData#fillState}. */
  FillState fillState(VolumeId target, ContentSource source) {
    return new ReadState(backends.require(target.backend()), target, source);
  }

  /** How far a filling was when these records were read. If one has changed, claiming it fails. */
  private final class ReadState implements FillState {
    private final OpenBackend configured;
    private final VolumeId target;
    private final ContentSource source;
    private final RecordName snapshot;

    /** Record of the filling that an earlier call began. */
    private final Optional<Entry<FillRecord>> begun;

    /** Record of the snapshot, as it was before the bucket was claimed. */
    private final Optional<Entry<SnapshotRecord>> seen;

    ReadState(OpenBackend configured, VolumeId target, ContentSource source) {
      this.configured = configured;
      this.target = target;
      this.source = source;
      this.snapshot = snapshot(target, source);
      Registry registry = configured.registry();
      var found =
          Both.of(
              () -> registry.find(FillRecord.KIND, target.recordId()),
              () -> snapshot.find(registry));
      this.begun = found.one();
      this.seen = found.other();
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
      Optional<String> bucket = bucketToHold(source, begun, seen);
      CallsInFlight.Entered entered =
          bucket.isEmpty()
              ? () -> {}
              : inFlight.enter("snapshot " + configured.backend().name() + "/" + snapshot);
      try {
        Optional<Source> lease = bucket.map(name -> Source.claim(configured, name, inFlight));
        return new HeldFilling(this, lease, entered);
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

  /** Filling of a volume by this call. */
  private final class HeldFilling implements Filling {
    private final ReadState state;
    private final OpenBackend configured;
    private final VolumeId target;
    private final RecordName snapshot;
    private final Optional<Source> bucket;
    private final CallsInFlight.Entered entered;
    private Optional<Lease<FillRecord>> filling = Optional.empty();
    private Optional<Entry<SnapshotRecord>> kept = Optional.empty();
    private boolean used;

    HeldFilling(ReadState state, Optional<Source> bucket, CallsInFlight.Entered entered) {
      this.state = state;
      this.configured = state.configured;
      this.target = state.target;
      this.snapshot = state.snapshot;
      this.bucket = bucket;
      this.entered = entered;
    }

    private boolean isTemporary() {
      return state.source instanceof ContentSource.OfVolume;
    }

    private Lease<FillRecord> claim() {
      Registry registry = configured.registry();
      return state
          .begun
          .map(entry -> registry.claim(entry, entry.value()))
          .orElseGet(() -> registry.claimNew(FillRecord.KIND, target.recordId(), intent()));
    }

    private FillRecord intent() {
      return FillRecord.intent(state.source.id(), snapshot, isTemporary());
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
      return switch (state.source) {
        case ContentSource.OfSnapshot(String id) -> finished(id);
        case ContentSource.OfVolume(String id) -> make(volume(id), state.seen);
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
        SnapshotRecord from =
            kept.map(Entry::value).orElseThrow(() -> noSnapshot(state.source.id()));
        LeasedOperation copying = operation.under(lease);
        Copies copies = new Copies(copying, copying.objects(target.bucket()));
        if (state.begun.isPresent()) {
          copies.abortUploads(target.prefix());
        }
        try {
          reached =
              new VolumeCopy(copying, snapshot, volume(from.volume()), target, copies, meters)
                  .run(from.listed(), lease);
        } catch (VolumeCopy.Replaced e) {
          return beginAgain(copying, lease);
        } catch (DriverException.NoSuchBucket e) {
          throw from.method().namesVersions() ? whichIsGone(volume(from.volume()), e) : e;
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

    /**
     * Returns what it means that one of the two buckets is not there. That of the source does not
     * come back; that of the volume was made a moment ago.
     */
    private DriverException whichIsGone(VolumeId from, DriverException.NoSuchBucket answer) {
      return configured.backend().buckets().exists(from.bucket())
          ? answer
          : new DriverException.NotFound(
              "%s cannot be copied: its data was in bucket %s, which somebody has deleted"
                  .formatted(state.source.id(), from.bucketId()),
              answer);
    }

    private void removeTemporary() {
      if (isTemporary()) {
        kept.or(() -> snapshot.find(configured.registry()))
            .ifPresent(found -> snapshots.remove(configured, snapshot, found));
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

  /** Returns a volume of a configured backend, whether or not it exists. */
  VolumeId volume(String id) {
    return VolumeId.parse(id, backends)
        .orElseThrow(
            () -> new DriverException.NotFound("there is no volume %s".formatted(id), null));
  }

  /**
   * Removes the record of the filling of a volume that is being removed, and its temporary
   * snapshot.
   */
  void forget(VolumeId target) {
    OpenBackend configured = backends.require(target.backend());
    Optional<Entry<FillRecord>> found =
        configured.registry().find(FillRecord.KIND, target.recordId());
    if (found.isPresent()) {
      Lease<FillRecord> lease = configured.registry().claim(found.get(), found.get().value());
      if (lease.value().temporary()) {
        RecordName snapshot = RecordName.parse(lease.value().snapshot());
        snapshot
            .find(configured.registry())
            .ifPresent(entry -> snapshots.remove(configured, snapshot, entry));
      }
      lease.remove();
    }
  }
}
