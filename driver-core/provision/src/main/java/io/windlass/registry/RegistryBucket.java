package io.windlass.registry;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.trial.ServerProbe;
import io.windlass.trial.ServerTrial;
import io.windlass.trial.ServerTrial.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bucket with the records of a backend. It is created when it is first needed, if that is allowed.
 */
public final class RegistryBucket {
  private static final Logger log = LoggerFactory.getLogger(RegistryBucket.class);

  /**
   * Object that says that the bucket was made in place of one that was lost: what has no record may
   * be there all the same.
   */
  static final String LOSS = "records-were-lost";

  private final Backend backend;
  private final ObjectStore objects;
  private final boolean mayCreate;

  /** Whether records may be written: it is there, and set up. */
  private boolean ready;

  /** Whether it keeps versions, once it was asked. */
  private volatile Optional<Boolean> versioned = Optional.empty();

  /** Whether it was made here and has not answered since: it may be known late. */
  private volatile boolean made;

  private volatile boolean seen;

  private volatile boolean lost;

  public RegistryBucket(Backend backend, String name, boolean mayCreate) {
    this.backend = backend;
    this.objects = backend.objects(name);
    this.mayCreate = mayCreate;
  }

  /** Returns the name of the bucket. No request may name it. */
  public String name() {
    return objects.bucket();
  }

  /** Returns the name of the backend. */
  String backend() {
    return backend.name();
  }

  boolean exists() {
    return backend.buckets().exists(name());
  }

  /** Returns a probe of the server in this bucket; see {@link ServerProbe#ServerProbe}. */
  ServerProbe probe() {
    return new ServerProbe(backend, name(), "");
  }

  ObjectStore objects() {
    return objects;
  }

  /** Returns how long one call to the backend can take. */
  Duration longestCall() {
    return backend.timing().longestCall();
  }

  /** Does without what the server was found not to keep, where there is another way. */
  void heed(List<ServerTrial> trials) {
    if (trials.stream().anyMatch(trial -> trial.isBroken() && trial.subject() == Subject.RANGES)) {
      backend.sendRanges();
    }
  }

  /** Returns how many objects one request can delete. */
  int maxDeleteBatch() {
    return backend.capabilities().maxDeleteBatch();
  }

  boolean has(Feature feature) {
    return backend.capabilities().has(feature);
  }

  /** Notes that the bucket is there: so it is lost if it is missing later. */
  void seen() {
    made = false;
    seen = true;
    lost = false;
  }

  /**
   * Notes that the bucket is missing. The next record that is created makes it again. One that was
   * made here is missing until the server knows it, and not lost.
   *
   * @param known whether it must have been there: there is something that was recorded in it
   */
  synchronized void missing(boolean known) {
    if (!lost && !made && (seen || known)) {
      lost = true;
      log.error("{}", saysLost());
    }
    ready = false;
  }

  /**
   * Checks that the bucket is missing, as one answer says: some do not know a new one yet, and
   * others do.
   *
   * @throws DriverException.Unavailable if it is there
   */
  void requireMissing(DriverException.NoSuchBucket answer) {
    if (exists()) {
      throw unknownYet(answer);
    }
  }

  /** Returns whether it was there, and was found missing since. */
  boolean isLost() {
    return lost;
  }

  /** Returns what to say of a bucket that is lost. */
  String saysLost() {
    return ("registry bucket %s of backend %s is missing, and with it the records of what the driver"
            + " made: put it back from a copy, or wait until the driver makes it again, empty")
        .formatted(name(), backend.name());
  }

  /**
   * Checks that the bucket is there, so that what has no record in it has none.
   *
   * @param what something without a record, for the message
   * @param there whether it is there; else there may never have been anything to record
   * @throws DriverException.FailedPrecondition when the record may have been lost
   */
  void requireThere(String what, boolean there) {
    if (!exists()) {
      missing(there);
      throw new DriverException.FailedPrecondition("%s: %s".formatted(what, saysLost()));
    }
  }

  /**
   * Checks that no records were lost.
   *
   * @param what something without a record, for the message
   * @throws DriverException.FailedPrecondition when its record may have been among them
   */
  void requireNoLoss(String what) {
    loss()
        .ifPresent(when -> {
          throw new DriverException.FailedPrecondition(
              ("%s has no record, but records of backend %s were lost before %s: see whether it is"
                      + " there, and remove it by hand; when nothing is left, delete object %s of"
                      + " bucket %s")
                  .formatted(what, backend.name(), when, LOSS, name()));
        });
  }

  /** Returns before when records were lost; empty if none were, as far as is known. */
  Optional<Instant> loss() {
    try {
      return Optional.of(objects.head(LOSS).lastModified());
    } catch (DriverException.NoSuchBucket e) {
      requireMissing(e);
      return Optional.empty();
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /**
   * Creates the bucket if it does not exist. Two processes may do this at once, and either may die
   * between two steps; no process writes a record before the bucket is set up completely.
   */
  public synchronized void ensure() {
    if (ready) {
      return;
    }
    if (!exists()) {
      if (!mayCreate) {
        throw new DriverException.FailedPrecondition(
            ("registry bucket %s of backend %s is missing, and the driver may not make"
                        + " it: make it, or")
                    .formatted(name(), backend.name())
                + " allow it");
      }
      try {
        backend.buckets().create(name(), settings());
        made = true;
      } catch (DriverException.AlreadyExists e) {
        // Another process has just created it.
      }
    }
    if (lost) {
      markLoss();
    }
    if (mayCreate && needsVersions() && has(Feature.BUCKET_VERSIONS)) {
      keepVersions();
    }
    ready = true;
    if (!made) {
      seen();
    }
  }

  /**
   * Leaves a mark in a bucket that was lost. One with something in it was not, or is marked: some
   * answers did not know it yet.
   */
  private void markLoss() {
    String why =
        "The registry bucket was missing and was made again. What was recorded before is unknown.\n";
    try {
      if (!objects.list(ListOptions.prefix("").withLimit(1), Optional.empty()).items().isEmpty()) {
        seen();
        return;
      }
      objects.put(LOSS, Content.of(why.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
    } catch (DriverException.NoSuchBucket e) {
      throw unknownYet(e);
    }
    seen();
    log.warn(
        "registry bucket {} of backend {} was lost and is made again: what was made before has no"
            + " record any more",
        name(),
        backend.name());
  }

  /** Returns the failure of a call that found the bucket missing, just after it was made. */
  DriverException.Unavailable unknownYet(DriverException.NoSuchBucket cause) {
    return new DriverException.Unavailable(
        "registry bucket %s is made, and the server does not know it yet: call again"
            .formatted(name()),
        cause);
  }

  /**
   * Enables versioning if it is off: the process that created the bucket may have died before it
   * did so, or may be about to do so.
   */
  private void keepVersions() {
    try {
      if (!backend.buckets().keepsVersions(name())) {
        backend.buckets().keepVersions(name(), true);
      }
    } catch (DriverException.PermissionDenied e) {
      // The bucket belongs to an administrator, who must enable versioning. If it stays off,
      // removing a record fails with an error that says so.
    }
  }

  private boolean needsVersions() {
    return !has(Feature.DELETE_IF_MATCH) && has(Feature.VERSIONED_CONDITIONS);
  }

  /**
   * Returns whether the end of a record is written, where the server neither deletes on condition
   * nor keeps conditions in a bucket with versions.
   */
  boolean writesEnds() {
    return !has(Feature.DELETE_IF_MATCH) && !has(Feature.VERSIONED_CONDITIONS);
  }

  /**
   * Returns whether records are removed with their versions: where the server deletes nothing on
   * condition; and where the bucket keeps versions all the same, because its owner wants it or it
   * is from a time when the driver needed them. A conditional delete would leave them.
   */
  boolean removesVersions(Entry<?> record) {
    return needsVersions()
        || (record.version().isPresent() && has(Feature.BUCKET_VERSIONS) && isVersioned());
  }

  private boolean isVersioned() {
    boolean known = versioned.orElseGet(() -> backend.buckets().keepsVersions(name()));
    versioned = Optional.of(known);
    return known;
  }

  /**
   * Returns the settings of the bucket. Versioning is on only if records cannot be deleted
   * conditionally: see {@link Registry#remove}.
   */
  private BucketSettings settings() {
    return new BucketSettings(
        Optional.empty(),
        needsVersions(),
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new BucketSettings.Encryption.BackendDefault(),
        Map.of());
  }
}
