package io.windlass.provision;

import io.windlass.provision.BucketParameters.WhenNotEmpty;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.store.Backend;
import io.windlass.store.BucketSettings;
import io.windlass.store.ListOptions;
import io.windlass.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Buckets as both specs ask for them: made once however often they are asked for, compared by
 * fingerprint, adopted only on purpose, and gone without a trace when deleted.
 *
 * <p>The record is written before the bucket is made and removed after it is gone. So whatever a
 * crash leaves is named by a record, and the next identical call goes on from there.
 */
public final class Buckets {
  private static final Logger log = LoggerFactory.getLogger(Buckets.class);

  private final Sites sites;
  private final CallsInFlight inFlight;
  private final Origin origin;

  private Buckets(Sites sites, CallsInFlight inFlight, Origin origin) {
    this.sites = sites;
    this.inFlight = inFlight;
    this.origin = origin;
  }

  /**
   * Makes buckets for whoever claims them. What was made for volumes it neither makes nor deletes.
   */
  public static Buckets forClaims(Sites sites, CallsInFlight inFlight) {
    return new Buckets(sites, inFlight, Origin.CREATED);
  }

  /** Makes buckets for volumes, and touches no other. */
  public static Buckets forVolumes(Sites sites, CallsInFlight inFlight) {
    return new Buckets(sites, inFlight, Origin.FOR_VOLUMES);
  }

  /**
   * Makes a bucket, or finds the one that an identical call made.
   *
   * @throws StoreException.AlreadyExists when it is there and differs, or is somebody else's
   * @throws StoreException.InvalidArgument when the backend does not offer what is asked for
   * @throws StoreException.Aborted when another call for it is under way
   */
  public ProvisionedBucket create(BucketId id, BucketParameters parameters) {
    Site site = site(id);
    Mistakes mistakes = new Mistakes();
    if (!parameters.backend().orElse(id.backend()).equals(id.backend())) {
      mistakes.add(
          "parameter backend is '%s' and the bucket's id says '%s'"
              .formatted(parameters.backend().orElse(""), id.backend()));
    }
    mistakes.check(() -> requireOffered(parameters.settings(), site.backend()));
    mistakes.finish();
    Fingerprint asked = parameters.fingerprint();
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      Optional<Entry<BucketRecord>> found = find(site, id);
      if (found.isEmpty()) {
        createNew(site, id, asked, parameters.settings());
      } else {
        createAgain(site, id, found.get(), asked, parameters.settings());
      }
      return provisioned(site, id);
    }
  }

  private void createNew(Site site, BucketId id, Fingerprint asked, BucketSettings settings) {
    if (site.backend().buckets().exists(id.bucket())) {
      if (find(site, id).isPresent()) {
        throw new StoreException.Aborted(
            "bucket %s was made by another call just now: call again".formatted(id));
      }
      throw new StoreException.AlreadyExists(
          "bucket %s is there and was not made by this driver; to use it, name it as an existing"
                  .formatted(id)
              + " bucket instead of having one made",
          null);
    }
    BucketRecord intent = new BucketRecord(State.CREATING, origin, asked);
    make(site, id, site.registry().claimNew(RecordKind.BUCKETS, id.bucket(), intent), settings);
  }

  private void createAgain(
      Site site,
      BucketId id,
      Entry<BucketRecord> found,
      Fingerprint asked,
      BucketSettings settings) {
    BucketRecord record = found.value();
    requireOurs(id, record);
    if (record.state() == State.DELETING) {
      Lease<BucketRecord> lease = site.registry().claim(found, record);
      remove(site, id, lease, BucketParameters.whenNotEmpty(record.request()));
      lease.record(new BucketRecord(State.CREATING, origin, asked));
      make(site, id, lease, settings);
      return;
    }
    requireSame(id, record, asked);
    // One that was handed out, and is lost, stays READY: nobody must take it for never finished.
    if (record.state() == State.CREATING
        || found.claim().isPresent()
        || !site.backend().buckets().exists(id.bucket())) {
      make(site, id, site.registry().claim(found, record), settings);
    }
  }

  private void requireOurs(BucketId id, BucketRecord record) {
    if (record.origin() != origin) {
      String whose =
          switch (record.origin()) {
            case ADOPTED -> "was there before this driver and was adopted";
            case CREATED -> "was made for a claim";
            case FOR_VOLUMES -> "was made for a volume";
          };
      throw new StoreException.AlreadyExists(
          "bucket %s is there: it %s, and cannot be made".formatted(id, whose), null);
    }
  }

  private static void requireSame(BucketId id, BucketRecord record, Fingerprint asked) {
    Optional<String> difference = record.request().difference(asked);
    if (difference.isPresent()) {
      throw new StoreException.AlreadyExists(
          "bucket %s is there and differs: %s".formatted(id, difference.get()), null);
    }
  }

  private static void make(
      Site site, BucketId id, Lease<BucketRecord> lease, BucketSettings settings) {
    try {
      lease.step();
      site.backend().buckets().create(id.bucket(), settings);
    } catch (StoreException.Unavailable e) {
      throw mayBeForItsName(site, e);
    } catch (StoreException.AlreadyExists e) {
      lease.remove();
      throw e;
    } catch (StoreException.Unsupported e) {
      throw Undoing.after(
          new StoreException.InvalidArgument(e.getMessage()),
          "bucket " + id,
          () -> undo(site, id, lease));
    } catch (RuntimeException e) {
      throw Undoing.after(e, "bucket " + id, () -> undo(site, id, lease));
    }
    lease.complete(lease.value().in(State.READY));
  }

  /** The same, and until when a name may be refused that was another bucket's a moment ago. */
  private static StoreException.Unavailable mayBeForItsName(
      Site site, StoreException.Unavailable refused) {
    Duration reuse = site.backend().timing().bucketNameReuse();
    return reuse.isZero()
        ? refused
        : new StoreException.Unavailable(
            "%s. If a bucket of this name was just deleted: it can be made %d s after that, or later"
                .formatted(refused.getMessage(), reuse.toSeconds()),
            refused);
  }

  /** Removes a bucket of which nobody was told; what others wrote into it stays, and is theirs. */
  private static void undo(Site site, BucketId id, Lease<BucketRecord> lease) {
    if (lease.value().state() == State.READY) {
      lease.complete(lease.value());
      return;
    }
    lease.step();
    try {
      if (site.backend().buckets().exists(id.bucket())) {
        site.backend().buckets().delete(id.bucket());
      }
    } catch (StoreException.NotEmpty e) {
      log.warn("bucket {} was never finished, and holds objects: it is left to their owner", id);
    }
    lease.remove();
  }

  /** Buckets of which no caller was ever told, and those that are being removed. */
  public Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return RecordKind.BUCKETS;
      }

      @Override
      public boolean undo(Site site, String bucket, Untouched since) {
        BucketId id = new BucketId(site.backend().name(), bucket);
        try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
          Optional<Entry<BucketRecord>> found =
              find(site, id).filter(entry -> entry.value().origin() == origin);
          return found.isPresent() && undoIfLeft(site, id, found.get(), since);
        }
      }
    };
  }

  private static boolean undoIfLeft(
      Site site, BucketId id, Entry<BucketRecord> found, Untouched since) {
    BucketRecord record = found.value();
    return switch (record.state()) {
      case READY -> false;
      case CREATING -> {
        boolean left = since.isLeftMaking(found.age());
        if (left) {
          undo(site, id, site.registry().claim(found, record));
        }
        yield left;
      }
      case DELETING -> {
        boolean left = since.isLeftRemoving(found.age());
        if (left) {
          Lease<BucketRecord> lease = site.registry().claim(found, record);
          remove(site, id, lease, BucketParameters.whenNotEmpty(record.request()));
          lease.remove();
        }
        yield left;
      }
    };
  }

  /** Whether the driver made this bucket for this purpose, or began to. */
  public boolean isMade(BucketId id) {
    return find(site(id), id).filter(entry -> entry.value().origin() == origin).isPresent();
  }

  /**
   * Finds a bucket that is there; one that has no record is adopted, for this is the call by which
   * an administrator names a bucket of his own.
   *
   * @throws StoreException.NotFound when there is none
   * @throws StoreException.AlreadyExists when the driver made it with other parameters
   */
  public ProvisionedBucket get(BucketId id, BucketParameters parameters) {
    Site site = site(id);
    requireOffered(parameters.settings(), site.backend());
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      Optional<Entry<BucketRecord>> found = find(site, id);
      if (found.isPresent() && found.get().value().state() != State.READY) {
        throw new StoreException.Aborted(
            "bucket %s is being made or deleted: call again".formatted(id));
      }
      if (!site.backend().buckets().exists(id.bucket())) {
        throw new StoreException.NotFound("there is no bucket %s".formatted(id), null);
      }
      Fingerprint asked = parameters.fingerprint();
      if (found.isEmpty()) {
        BucketRecord adopted = new BucketRecord(State.READY, Origin.ADOPTED, asked);
        site.registry().insert(RecordKind.BUCKETS, id.bucket(), adopted);
      } else if (!asked.fields().isEmpty()) {
        requireSame(id, found.get().value(), asked);
      }
      return provisioned(site, id);
    }
  }

  /**
   * Whether access to a bucket can be granted now: the driver made or adopted it, or an
   * administrator named it (v1alpha1 hands out such ids without asking the driver).
   *
   * @throws StoreException.NotFound when there is none
   */
  void requireUsable(BucketId id) {
    Site site = site(id);
    Optional<Entry<BucketRecord>> found = find(site, id);
    if (found.isPresent() && found.get().value().state() != State.READY) {
      throw new StoreException.Aborted(
          "bucket %s is being made or deleted: call again".formatted(id));
    }
    if (!site.backend().buckets().exists(id.bucket())) {
      throw new StoreException.NotFound("there is no bucket %s".formatted(id), null);
    }
  }

  /**
   * Deletes a bucket that the driver made or adopted; no error if it is gone, and no deed if it is
   * somebody else's.
   *
   * @throws StoreException.NotEmpty when it holds objects and is to be kept then
   * @throws StoreException.Aborted when emptying it takes more than one call
   */
  public void delete(BucketId id) {
    delete(id, false);
  }

  /**
   * The same, where the caller may want it emptied whatever it was made with.
   *
   * @param emptied whether the objects in it go with it
   */
  public void delete(BucketId id, boolean emptied) {
    Site site = site(id);
    try (CallsInFlight.Entered _ = inFlight.enter("bucket " + id)) {
      Optional<Entry<BucketRecord>> found = find(site, id);
      if (found.isEmpty() || isOthers(found.get().value())) {
        return;
      }
      BucketRecord record = wanted(found.get().value(), emptied);
      WhenNotEmpty whenNotEmpty = BucketParameters.whenNotEmpty(record.request());
      if (record.state() == State.READY && whenNotEmpty == WhenNotEmpty.REFUSE) {
        requireEmpty(site, id);
      }
      Lease<BucketRecord> lease = site.registry().claim(found.get(), record.in(State.DELETING));
      remove(site, id, lease, whenNotEmpty);
      lease.remove();
    }
  }

  /** Kept in the record: emptying it may take more calls, which do not say it again. */
  private static BucketRecord wanted(BucketRecord record, boolean emptied) {
    return emptied
        ? new BucketRecord(
            record.state(), record.origin(), BucketParameters.emptied(record.request()))
        : record;
  }

  private boolean isOthers(BucketRecord record) {
    return record.origin() != origin && record.origin() != Origin.ADOPTED;
  }

  private static void requireEmpty(Site site, BucketId id) {
    try {
      if (!site.backend()
          .objects(id.bucket())
          .list(ListOptions.prefix("").withLimit(1), Optional.empty())
          .items()
          .isEmpty()) {
        throw Refused.of(site.backend(), id);
      }
    } catch (StoreException.NotFound e) {
      // gone already: only the record is left to remove
    }
  }

  private static void remove(
      Site site, BucketId id, Lease<BucketRecord> lease, WhenNotEmpty whenNotEmpty) {
    try {
      lease.step();
      site.backend().buckets().delete(id.bucket());
    } catch (StoreException.NotEmpty e) {
      switch (whenNotEmpty) {
        case REFUSE -> {
          lease.complete(lease.value().in(State.READY));
          throw Refused.of(site.backend(), id);
        }
        case EMPTY -> {
          Emptier emptier = new Emptier(site.backend(), id.bucket(), "", lease::step);
          if (!emptier.run()) {
            lease.complete(lease.value());
            throw new StoreException.Aborted(
                "bucket %s is being emptied: %d objects deleted by this call, more are left; call"
                        .formatted(id, emptier.deleted())
                    + " again");
          }
          lease.step();
          site.backend().buckets().delete(id.bucket());
        }
      }
    }
  }

  private Site site(BucketId id) {
    return sites.require(id);
  }

  private static Optional<Entry<BucketRecord>> find(Site site, BucketId id) {
    return site.registry().find(RecordKind.BUCKETS, id.bucket());
  }

  private static ProvisionedBucket provisioned(Site site, BucketId id) {
    return new ProvisionedBucket(id, site.backend().locate(id.bucket()));
  }

  /** Refuses, before anything is done, what a backend is known not to offer. */
  private static void requireOffered(BucketSettings settings, Backend backend) {
    List<String> missing = settings.notOfferedBy(backend.capabilities());
    if (!missing.isEmpty()) {
      throw new StoreException.InvalidArgument(
          "backend %s does not offer parameter %s: leave it out"
              .formatted(backend.name(), String.join(", ", missing)));
    }
  }
}
