package io.windlass.registry;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Bucket with the records of a backend. It is created when it is first needed, if that is allowed.
 */
public final class RegistryBucket {
  private final Backend backend;
  private final ObjectStore objects;
  private final boolean mayCreate;
  private boolean known;

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
  ServerProbe probe(boolean mounts) {
    return new ServerProbe(backend, name(), mounts);
  }

  ObjectStore objects() {
    return objects;
  }

  /** Returns how long one call to the backend can take. */
  Duration longestCall() {
    return backend.timing().longestCall();
  }

  /** Returns how many objects one request can delete. */
  int maxDeleteBatch() {
    return backend.capabilities().maxDeleteBatch();
  }

  boolean has(Feature feature) {
    return backend.capabilities().has(feature);
  }

  /**
   * Creates the bucket if it does not exist. Two processes may do this at once, and either may die
   * between two steps; no process writes a record before the bucket is set up completely.
   */
  synchronized void ensure() {
    if (known) {
      return;
    }
    if (!exists()) {
      if (!mayCreate) {
        throw new DriverException.NotFound(
            ("registry bucket %s of backend %s is missing, and the driver may not make"
                        + " it: make it, or")
                    .formatted(name(), backend.name())
                + " allow it",
            null);
      }
      try {
        backend.buckets().create(name(), settings());
      } catch (DriverException.AlreadyExists e) {
        // Another process has just created it.
      }
    }
    if (mayCreate && needsVersions() && has(Feature.BUCKET_VERSIONS)) {
      keepVersions();
    }
    known = true;
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
    return !has(Feature.DELETE_IF_MATCH);
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
