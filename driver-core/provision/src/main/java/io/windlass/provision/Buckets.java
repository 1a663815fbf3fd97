package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.operation.Both;
import io.windlass.provision.BucketParameters.WhenNotEmpty;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.store.ListOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service that creates and deletes buckets, for both specs. A bucket is created once however often
 * it is requested, requests are compared by fingerprint, an existing bucket is adopted only on
 * purpose, and a deleted one leaves no record.
 *
 * <p>The record is written before the bucket is created and removed after it is gone. So whatever a
 * crash leaves is named by a record, and the next identical call continues from there.
 */
public final class Buckets {
  private static final Logger log = LoggerFactory.getLogger(Buckets.class);

  private final OpenBackends backends;
  private final CallsInFlight inFlight;
  private final Origin origin;

  private Buckets(OpenBackends backends, CallsInFlight inFlight, Origin origin) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.origin = origin;
  }

  /**
   * Returns the service for buckets of claims. It neither creates nor deletes buckets of volumes.
   */
  public static Buckets forClaims(OpenBackends backends, CallsInFlight inFlight) {
    return new Buckets(backends, inFlight, Origin.CREATED);
  }

  /**
   * Returns the service for buckets of volumes. It neither creates nor deletes buckets of claims.
   */
  public static Buckets forVolumes(OpenBackends backends, CallsInFlight inFlight) {
    return new Buckets(backends, inFlight, Origin.FOR_VOLUMES);
  }

  /**
   * Creates a bucket, or finds the one that an identical call created.
   *
   * @throws DriverException.AlreadyExists when the bucket exists and differs, or is not this
   *     service's
   * @throws DriverException.InvalidArgument when the backend does not support a parameter
   * @throws DriverException.Aborted when another call for the bucket is under way
   */
  public ProvisionedBucket create(BucketId id, BucketParameters parameters) {
    OpenBackend configured = checked(id, parameters);
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      return create(configured, id, parameters);
    }
  }

  /**
   * Creates a bucket as {@link #create} does. The caller has looked, and there was none: so neither
   * it nor its record is looked for again.
   */
  public ProvisionedBucket createAbsent(BucketId id, BucketParameters parameters) {
    OpenBackend configured = checked(id, parameters);
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      BucketRecord intent = new BucketRecord(State.CREATING, origin, parameters.fingerprint());
      Optional<Lease<BucketRecord>> lease =
          configured.registry().claimAbsent(RecordKind.BUCKETS, id.bucket(), intent);
      if (lease.isEmpty()) {
        return create(configured, id, parameters);
      }
      make(configured, id, lease.get(), parameters.settings());
      return provisioned(configured, id);
    }
  }

  /** Returns the backend of a bucket, if it can have one with these parameters. */
  private OpenBackend checked(BucketId id, BucketParameters parameters) {
    OpenBackend configured = configured(id);
    Mistakes mistakes = new Mistakes();
    if (!parameters.backend().orElse(id.backend()).equals(id.backend())) {
      mistakes.add(
          "parameter backend is '%s', but the bucket's id names backend '%s'"
              .formatted(parameters.backend().orElse(""), id.backend()));
    }
    mistakes.check(() -> requireOffered(parameters.settings(), configured.backend()));
    mistakes.finish();
    return configured;
  }

  private ProvisionedBucket create(
      OpenBackend configured, BucketId id, BucketParameters parameters) {
    Fingerprint asked = parameters.fingerprint();
    var seen =
        Both.of(
            () -> find(configured, id), () -> configured.backend().buckets().exists(id.bucket()));
    if (seen.one().isEmpty()) {
      createNew(configured, id, seen.other(), asked, parameters.settings());
    } else {
      createAgain(configured, id, seen.one().get(), seen.other(), asked, parameters.settings());
    }
    return provisioned(configured, id);
  }

  private void createNew(
      OpenBackend configured,
      BucketId id,
      boolean exists,
      Fingerprint asked,
      BucketSettings settings) {
    // The first answer may be older than the look at the records: the bucket may be gone with its
    // record since then.
    if (exists && configured.backend().buckets().exists(id.bucket())) {
      requireKept(configured, id);
      throw new DriverException.AlreadyExists(
          ("bucket %s exists and was not made by this driver: to use it, name it as an existing"
                  + " bucket")
              .formatted(id),
          null);
    }
    BucketRecord intent = new BucketRecord(State.CREATING, origin, asked);
    make(
        configured,
        id,
        configured.registry().claimNew(RecordKind.BUCKETS, id.bucket(), intent),
        settings);
  }

  private void createAgain(
      OpenBackend configured,
      BucketId id,
      Entry<BucketRecord> found,
      boolean exists,
      Fingerprint asked,
      BucketSettings settings) {
    BucketRecord record = found.value();
    requireOurs(id, record);
    if (record.state() == State.DELETING) {
      Lease<BucketRecord> lease = configured.registry().claim(found, record);
      remove(configured, id, lease, BucketParameters.whenNotEmpty(record.request()));
      lease.record(new BucketRecord(State.CREATING, origin, asked));
      make(configured, id, lease, settings);
      return;
    }
    requireSame(id, record, asked);
    // A bucket that was handed out and is lost stays READY, so that it is never undone as
    // unfinished. The first look at the bucket may be older than the record. If it found the
    // bucket, that is enough: whoever deletes one changes its record first.
    if (record.state() == State.CREATING
        || found.claim().isPresent()
        || (!exists && !configured.backend().buckets().exists(id.bucket()))) {
      make(configured, id, configured.registry().claim(found, record), settings);
    }
  }

  private void requireOurs(BucketId id, BucketRecord record) {
    if (record.origin() != origin) {
      String whose =
          switch (record.origin()) {
            case ADOPTED -> "was adopted by this driver";
            case CREATED -> "was made for a claim";
            case FOR_VOLUMES -> "was made for a volume";
          };
      throw new DriverException.AlreadyExists(
          "bucket %s cannot be made: it exists already, and %s".formatted(id, whose), null);
    }
  }

  private static void requireSame(BucketId id, BucketRecord record, Fingerprint asked) {
    Optional<String> difference = record.request().difference(asked);
    if (difference.isPresent()) {
      throw new DriverException.AlreadyExists(
          "bucket %s is there and differs: %s".formatted(id, difference.get()), null);
    }
  }

  private static void make(
      OpenBackend configured, BucketId id, Lease<BucketRecord> lease, BucketSettings settings) {
    try {
      lease.step();
      configured.backend().buckets().create(id.bucket(), settings);
    } catch (DriverException.Unavailable e) {
      throw mayBeForItsName(configured, e);
    } catch (DriverException.AlreadyExists e) {
      lease.remove();
      throw e;
    } catch (DriverException.Unsupported e) {
      throw Undoing.after(
          new DriverException.InvalidArgument(e.getMessage()),
          "bucket " + id,
          () -> undo(configured, id, lease));
    } catch (RuntimeException e) {
      throw Undoing.after(e, "bucket " + id, () -> undo(configured, id, lease));
    }
    lease.complete(lease.value().in(State.READY));
  }

  /**
   * Adds to the error until when the name may be refused, in case a bucket of that name was deleted
   * a moment ago.
   */
  private static DriverException.Unavailable mayBeForItsName(
      OpenBackend configured, DriverException.Unavailable refused) {
    Duration reuse = configured.backend().timing().bucketNameReuse();
    return reuse.isZero()
        ? refused
        : new DriverException.Unavailable(
            ("%s. If a bucket of this name was deleted just now, it can be made again %d s after"
                    + " that")
                .formatted(refused.getMessage(), reuse.toSeconds()),
            refused);
  }

  /**
   * Removes a bucket of which no caller was told. Objects that others wrote into it stay, and the
   * bucket is left to them.
   */
  private static void undo(OpenBackend configured, BucketId id, Lease<BucketRecord> lease) {
    if (lease.value().state() == State.READY) {
      lease.complete(lease.value());
      return;
    }
    lease.step();
    try {
      if (configured.backend().buckets().exists(id.bucket())) {
        configured.backend().buckets().delete(id.bucket());
      }
    } catch (DriverException.NotEmpty e) {
      log.warn(
          "bucket {} was never finished, but it holds objects, so it is kept: delete it if nobody"
              + " needs them",
          id);
    }
    lease.remove();
  }

  /**
   * Returns the unfinished buckets: those of which no caller was ever told, and those that are
   * being deleted.
   */
  public Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return RecordKind.BUCKETS;
      }

      @Override
      public boolean undo(OpenBackend configured, String bucket, Untouched since) {
        BucketId id = new BucketId(configured.backend().name(), bucket);
        try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
          Optional<Entry<BucketRecord>> found =
              find(configured, id).filter(entry -> entry.value().origin() == origin);
          return found.isPresent() && undoIfLeft(configured, id, found.get(), since);
        }
      }
    };
  }

  private static boolean undoIfLeft(
      OpenBackend configured, BucketId id, Entry<BucketRecord> found, Untouched since) {
    BucketRecord record = found.value();
    return switch (record.state()) {
      case READY -> false;
      case CREATING -> {
        boolean left = since.isLeftMaking(found.age());
        if (left) {
          undo(configured, id, configured.registry().claim(found, record));
        }
        yield left;
      }
      case DELETING -> {
        boolean left = since.isLeftRemoving(found.age());
        if (left) {
          Lease<BucketRecord> lease = configured.registry().claim(found, record);
          remove(configured, id, lease, BucketParameters.whenNotEmpty(record.request()));
          lease.remove();
        }
        yield left;
      }
    };
  }

  /** Returns whether this service created the bucket, or began to. */
  public boolean isMade(BucketId id) {
    return find(configured(id), id).filter(entry -> entry.value().origin() == origin).isPresent();
  }

  /**
   * Finds an existing bucket. Adopts it if it has no record, because this is the call by which an
   * administrator names an existing bucket.
   *
   * @throws DriverException.NotFound when the bucket does not exist
   * @throws DriverException.AlreadyExists when its record has other parameters
   * @throws DriverException.Aborted when the bucket is being created or deleted
   */
  public ProvisionedBucket get(BucketId id, BucketParameters parameters) {
    OpenBackend configured = configured(id);
    requireOffered(parameters.settings(), configured.backend());
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      Optional<Entry<BucketRecord>> found = find(configured, id);
      if (found.isPresent() && found.get().value().state() != State.READY) {
        throw new DriverException.Aborted(
            "bucket %s is being made or deleted: call again".formatted(id));
      }
      if (!configured.backend().buckets().exists(id.bucket())) {
        throw new DriverException.NotFound("there is no bucket %s".formatted(id), null);
      }
      Fingerprint asked = parameters.fingerprint();
      if (found.isEmpty()) {
        BucketRecord adopted = new BucketRecord(State.READY, Origin.ADOPTED, asked);
        configured.registry().insert(RecordKind.BUCKETS, id.bucket(), adopted);
      } else if (!asked.fields().isEmpty()) {
        requireSame(id, found.get().value(), asked);
      }
      return provisioned(configured, id);
    }
  }

  /**
   * Checks that access to a bucket can be granted now. A bucket without a record is accepted, too:
   * v1alpha1 hands out the names of existing buckets without asking the driver.
   *
   * @throws DriverException.NotFound when the bucket does not exist
   * @throws DriverException.Aborted when the bucket is being created or deleted
   */
  public void requireUsable(BucketId id) {
    OpenBackend configured = configured(id);
    var seen =
        Both.of(
            () -> find(configured, id), () -> configured.backend().buckets().exists(id.bucket()));
    if (seen.one().filter(found -> found.value().state() != State.READY).isPresent()) {
      throw new DriverException.Aborted(
          "bucket %s is being made or deleted: call again".formatted(id));
    }
    // This look may be older than the record: the bucket may have been made since then.
    if (!seen.other() && !configured.backend().buckets().exists(id.bucket())) {
      throw new DriverException.NotFound("there is no bucket %s".formatted(id), null);
    }
  }

  /**
   * Deletes a bucket that this service created or the driver adopted. Does nothing if it is gone or
   * is not the service's.
   *
   * @throws DriverException.NotEmpty when the bucket contains objects and its class refuses to
   *     empty it
   * @throws DriverException.Aborted when emptying it takes more than one call
   */
  public void delete(BucketId id) {
    delete(id, () -> false);
  }

  /**
   * Deletes a bucket like {@link #delete(BucketId)}. The caller may ask for it to be emptied, with
   * whatever parameters it was created.
   *
   * @param emptied whether to delete the objects in it, too; asked only of a bucket that is there,
   *     as a delete of any other must not fail
   * @throws DriverException.NotEmpty when the bucket contains objects and is not to be emptied
   * @throws DriverException.Aborted when emptying it takes more than one call
   */
  public void delete(BucketId id, BooleanSupplier emptied) {
    OpenBackend configured = configured(id);
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      Optional<Entry<BucketRecord>> found = find(configured, id);
      if (found.isEmpty()) {
        requireNotOurs(configured, id);
        return;
      }
      if (isOthers(found.get().value())) {
        return;
      }
      BucketRecord record = wanted(found.get().value(), emptied.getAsBoolean());
      WhenNotEmpty whenNotEmpty = BucketParameters.whenNotEmpty(record.request());
      if (record.state() == State.READY && whenNotEmpty == WhenNotEmpty.REFUSE) {
        requireEmpty(configured, id, record.request());
      }
      Lease<BucketRecord> lease =
          configured.registry().claim(found.get(), record.in(State.DELETING));
      remove(configured, id, lease, whenNotEmpty);
      lease.remove();
    }
  }

  private static void requireNotOurs(OpenBackend configured, BucketId id) {
    if (configured.backend().buckets().exists(id.bucket())) {
      requireKept(configured, id);
      log.warn("bucket {} has no record, so it is not the driver's, and is not deleted", id);
    }
  }

  /**
   * Returns the record to write for a delete. The wish to empty the bucket is recorded because
   * emptying may take further calls, which do not repeat it.
   */
  private static BucketRecord wanted(BucketRecord record, boolean emptied) {
    return emptied
        ? new BucketRecord(
            record.state(), record.origin(), BucketParameters.emptied(record.request()))
        : record;
  }

  private boolean isOthers(BucketRecord record) {
    return record.origin() != origin && record.origin() != Origin.ADOPTED;
  }

  private static void requireEmpty(OpenBackend configured, BucketId id, Fingerprint recorded) {
    try {
      if (!configured
          .backend()
          .objects(id.bucket())
          .list(ListOptions.prefix("").withLimit(1), Optional.empty())
          .items()
          .isEmpty()) {
        throw Refused.of(configured.backend(), id, recorded);
      }
    } catch (DriverException.NotFound e) {
      // The bucket is gone already: only its record is left to remove.
    }
  }

  private static void remove(
      OpenBackend configured, BucketId id, Lease<BucketRecord> lease, WhenNotEmpty whenNotEmpty) {
    try {
      lease.step();
      configured.backend().buckets().delete(id.bucket());
    } catch (DriverException.NotEmpty e) {
      switch (whenNotEmpty) {
        case REFUSE -> {
          lease.complete(lease.value().in(State.READY));
          throw Refused.of(configured.backend(), id, lease.value().request());
        }
        case EMPTY -> {
          Emptier emptier = new Emptier(LeasedOperation.on(configured, lease), id.bucket(), "");
          if (!run(emptier, lease)) {
            lease.complete(lease.value());
            throw new DriverException.Aborted(
                "bucket %s is being emptied: %d objects deleted by this call, more are left; call"
                        .formatted(id, emptier.deleted())
                    + " again");
          }
          lease.step();
          configured.backend().buckets().delete(id.bucket());
        }
      }
    }
  }

  /**
   * Empties a bucket, see {@link Emptier#run}. What is not deleted now, a later call tries again.
   */
  private static boolean run(Emptier emptier, Lease<BucketRecord> lease) {
    try {
      return emptier.run();
    } catch (DriverException.NotEmpty e) {
      lease.complete(lease.value());
      throw new DriverException.NotEmpty(
          e.getMessage() + BucketParameters.retention(lease.value().request()), e);
    }
  }

  private OpenBackend configured(BucketId id) {
    return backends.require(id);
  }

  private static void requireKept(OpenBackend configured, BucketId id) {
    configured.registry().requireKept(RecordKind.BUCKETS, id.bucket(), "bucket " + id, true);
  }

  private static Optional<Entry<BucketRecord>> find(OpenBackend configured, BucketId id) {
    return configured.registry().find(RecordKind.BUCKETS, id.bucket());
  }

  private static ProvisionedBucket provisioned(OpenBackend configured, BucketId id) {
    return new ProvisionedBucket(id, configured.backend().locate(id.bucket()));
  }

  /** Refuses settings that the backend is known not to support, before anything is done. */
  private static void requireOffered(BucketSettings settings, Backend backend) {
    List<String> missing = settings.notOfferedBy(backend.capabilities());
    if (!missing.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "backend %s does not offer parameter %s: leave it out"
              .formatted(backend.name(), String.join(", ", missing)));
    }
  }
}
