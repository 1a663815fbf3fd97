package io.windlass.volume;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.operation.Both;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Undoing;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.store.ListOptions;
import io.windlass.volume.VolumeData.FillState;
import io.windlass.volume.VolumeData.Filling;
import io.windlass.volume.VolumeData.Reached;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Creates volumes. If a call does not finish a volume, the next identical call continues with it.
 */
final class VolumeMaker {
  private final OpenBackends backends;
  private final VolumeRecords records;
  private final Buckets buckets;
  private final VolumeData data;
  private final VolumeRemover remover;
  private final CallsInFlight inFlight;
  private final Regions regions;

  VolumeMaker(
      OpenBackends backends,
      VolumeRecords records,
      Buckets buckets,
      VolumeData data,
      VolumeRemover remover,
      CallsInFlight inFlight,
      Regions regions) {
    this.backends = backends;
    this.records = records;
    this.buckets = buckets;
    this.data = data;
    this.remover = remover;
    this.inFlight = inFlight;
    this.regions = regions;
  }

  Volume create(VolumeRequest request) {
    VolumeId id = request.id(backends);
    OpenBackend configured = records.configured(id);
    requirePossible(request.parameters(), request.changeable());
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      return Volume.of(id, begin(configured, id, request));
    }
  }

  private VolumeRecord begin(OpenBackend configured, VolumeId id, VolumeRequest request) {
    Optional<Entry<VolumeRecord>> found = records.find(id);
    return found.isEmpty()
        ? createNew(configured, id, request)
        : createAgain(configured, id, request, found.get());
  }

  void requirePossible(VolumeParameters parameters, ChangeableParameters changeable) {
    Mistakes mistakes = new Mistakes();
    if (parameters.sharedBucket().isPresent() && changeable.needsOwnBucket()) {
      mistakes.add(
          "mutable parameters tags and expirationDays apply to a whole bucket, and with parameter"
              + " bucket a volume has no bucket of its own: leave them out");
    }
    mistakes.check(() -> {
      Backend backend = backends.choose(parameters.forBucket().backend()).backend();
      parameters
          .sharedBucket()
          .flatMap(_ -> FolderVolumes.refusal(backend))
          .ifPresent(refusal -> mistakes.add(refusal + ": leave parameter bucket out"));
      List<String> missing =
          parameters
              .bucketWith(changeable, Optional.empty())
              .settings()
              .notOfferedBy(backend.capabilities());
      if (!missing.isEmpty()) {
        mistakes.add(
            "backend %s does not offer parameter %s: leave it out"
                .formatted(backend.name(), String.join(", ", missing)));
      }
    });
    mistakes.finish();
  }

  private VolumeRecord createNew(OpenBackend configured, VolumeId id, VolumeRequest request) {
    Optional<String> region = region(id, request, request.parameters().region());
    Both<Boolean, FillState> seen =
        Both.of(() -> isTaken(configured, id, request), () -> fillState(id, request));
    if (seen.one()) {
      throw new DriverException.AlreadyExists(
          ("bucket %s is there and was not made as a volume; to use it, name it as the"
                      + " volumeHandle of")
                  .formatted(id)
              + " a PersistentVolume, or in parameter bucket",
          null);
    }
    if (id.folder().isPresent() && request.source().isPresent()) {
      requireEmpty(configured, id);
    }
    return make(
        id,
        request,
        true,
        seen::other,
        Optional.empty(),
        () ->
            configured
                .registry()
                .claimNew(RecordKind.VOLUMES, id.recordId(), request.intent(region)));
  }

  private FillState fillState(VolumeId id, VolumeRequest request) {
    return data.fillState(id, request.source());
  }

  /**
   * Checks the source, and returns whether there is a bucket of the volume's name that the volume
   * would have for itself.
   */
  private boolean isTaken(OpenBackend configured, VolumeId id, VolumeRequest request) {
    Supplier<Boolean> exists =
        () -> id.folder().isEmpty() && configured.backend().buckets().exists(id.bucket());
    if (request.source().isEmpty()) {
      return exists.get();
    }
    return Both.of(
            () -> {
              requireSource(id, request);
              return true;
            },
            exists)
        .other();
  }

  /**
   * Checks that the folder holds no files. Files of others would be taken for copied ones, and
   * would be deleted with them if the copying is undone.
   */
  private static void requireEmpty(OpenBackend configured, VolumeId id) {
    try {
      ListOptions one = ListOptions.prefix(id.prefix()).withLimit(1);
      if (!configured
          .backend()
          .objects(id.bucket())
          .list(one, Optional.empty())
          .items()
          .isEmpty()) {
        throw new DriverException.AlreadyExists(
            "folder %s holds files: a volume with a source has to be empty before; delete them, or"
                    .formatted(id)
                + " ask for another name",
            null);
      }
    } catch (DriverException.NotFound e) {
      // there is no bucket yet
    }
  }

  /**
   * Returns the region in which to create the volume's bucket. A shared bucket stays where it is:
   * its folders are for nodes in all regions.
   */
  private Optional<String> region(VolumeId id, VolumeRequest request, Optional<String> named) {
    return id.folder().isPresent()
        ? Optional.empty()
        : regions.choose(id.backend(), named, request.regions());
  }

  private VolumeRecord createAgain(
      OpenBackend configured, VolumeId id, VolumeRequest request, Entry<VolumeRecord> found) {
    VolumeRecord record = found.value();
    return switch (record.state()) {
      case READY -> {
        requireSame(id, record, request);
        yield record;
      }
      case CREATING -> {
        requireSame(id, record, request);
        Lease<VolumeRecord> lease = configured.registry().claim(found, record);
        yield make(
            id, request, false, () -> fillState(id, request), Optional.of(lease), () -> lease);
      }
      case DELETING -> {
        remover.finish(id, configured.registry().claim(found, record));
        yield begin(configured, id, request);
      }
      case RELEASED -> {
        // The bucket of the earlier volume of this name still exists, with data that its snapshots
        // need. The new volume gets that bucket, and so its region.
        Optional<String> region =
            region(id, request, record.region().or(request.parameters()::region));
        requireSource(id, request);
        yield make(
            id,
            request,
            false,
            () -> fillState(id, request),
            Optional.empty(),
            () -> configured.registry().claim(found, request.intent(region)));
      }
    };
  }

  private void requireSource(VolumeId id, VolumeRequest request) {
    if (request.source().isEmpty()) {
      return;
    }
    ContentSource source = request.source().get();
    long least = data.requireSource(id, source);
    long bytes = request.capacity().bytes();
    if (bytes > 0 && bytes < least) {
      throw new DriverException.OutOfRange(
          "capacity_range: %d bytes are less than the %d of %s, which is to be copied"
              .formatted(bytes, least, source.id()));
    }
  }

  private static void requireSame(VolumeId id, VolumeRecord record, VolumeRequest request) {
    Optional<String> difference = record.request().difference(request.fingerprint());
    if (difference.isEmpty() && !request.capacity().admits(record.capacityBytes())) {
      difference =
          Optional.of(
              "capacity is %d bytes and was asked to be %s"
                  .formatted(record.capacityBytes(), request.capacity()));
    }
    if (difference.isEmpty()
        && record.region().filter(region -> !request.regions().admits(region)).isPresent()) {
      difference =
          Optional.of(
              "region is %s and was asked to be %s"
                  .formatted(record.region().get(), request.regions()));
    }
    if (difference.isPresent()) {
      throw new DriverException.AlreadyExists(
          "volume %s is there and differs: %s".formatted(id, difference.get()), null);
    }
  }

  /**
   * Creates a volume, or continues with one that an earlier call began. Nothing of it is created
   * before its source is held. If the call fails with an error after which the caller does not
   * repeat it, what was created is undone.
   *
   * @param absent whether there was nothing of the volume, neither its record nor its bucket
   * @param state reads how far its filling is, or returns that
   * @param before claim of a volume that an earlier call began
   * @param claim returns that claim, or takes a new one
   */
  private VolumeRecord make(
      VolumeId id,
      VolumeRequest request,
      boolean absent,
      Supplier<FillState> state,
      Optional<Lease<VolumeRecord>> before,
      Supplier<Lease<VolumeRecord>> claim) {
    Optional<Lease<VolumeRecord>> begun = before;
    try {
      FillState filled = state.get();
      if (before.isPresent() && !filled.isKept()) {
        requireSource(id, request);
      }
      try (Filling filling = filled.hold()) {
        Lease<VolumeRecord> lease = claim.get();
        begun = Optional.of(lease);
        return make(id, request, absent, lease, filling);
      }
    } catch (RuntimeException e) {
      if (begun.isEmpty()) {
        throw e;
      }
      Lease<VolumeRecord> lease = begun.get();
      throw Undoing.after(e, "volume " + id, () -> remover.undo(id, lease));
    }
  }

  private VolumeRecord make(
      VolumeId id,
      VolumeRequest request,
      boolean absent,
      Lease<VolumeRecord> lease,
      Filling filling) {
    LeasedOperation operation = LeasedOperation.on(records.configured(id), lease);
    Optional<String> region = lease.value().region();
    Supplier<Boolean> bucket =
        () -> {
          makeBucket(id, request, absent, region);
          return true;
        };
    requireAll(Both.of(() -> filling.keep(operation), bucket).one(), id, request, lease);
    requireAll(filled(filling, operation, id), id, request, lease);
    return lease.complete(lease.value().in(State.READY)).value();
  }

  /**
   * Fills the volume. Some of the server's answers may not know its bucket, which was made a moment
   * ago: that is no reason to undo it.
   */
  private static Reached filled(Filling filling, LeasedOperation operation, VolumeId id) {
    try {
      return filling.fill(operation);
    } catch (DriverException.NoSuchBucket e) {
      throw new DriverException.Unavailable(
          "volume %s is not filled yet, and its bucket may be too new: call again (%s)"
              .formatted(id, e.getMessage()),
          e);
    }
  }

  private static void requireAll(
      Reached reached, VolumeId id, VolumeRequest request, Lease<VolumeRecord> lease) {
    if (reached != Reached.END) {
      lease.complete(lease.value());
      throw new DriverException.Aborted(
          "volume %s is being filled from %s: call again"
              .formatted(id, request.source().map(ContentSource::id).orElse("nothing")));
    }
  }

  /**
   * Creates the volume's bucket. An existing shared bucket is used as it is, whoever created it.
   */
  private void makeBucket(
      VolumeId id, VolumeRequest request, boolean absent, Optional<String> region) {
    if (id.folder().isEmpty()) {
      BucketParameters own = request.parameters().bucketWith(request.changeable(), region);
      if (absent) {
        buckets.createAbsent(id.bucketId(), own);
      } else {
        buckets.create(id.bucketId(), own);
      }
      return;
    }
    try {
      buckets.get(id.bucketId(), BucketParameters.DEFAULT);
    } catch (DriverException.NotFound e) {
      buckets.create(id.bucketId(), BucketParameters.DEFAULT);
    } catch (DriverException.Aborted e) {
      goOn(id, e);
    }
  }

  /** Continues to create a shared bucket, because the process that began may have died. */
  private void goOn(VolumeId id, DriverException.Aborted busy) {
    try {
      buckets.create(id.bucketId(), BucketParameters.DEFAULT);
    } catch (DriverException.AlreadyExists e) {
      // The bucket is being created or deleted for a claim, or was requested with other parameters.
      throw busy;
    }
  }
}
