package io.windlass.registry;

import io.windlass.store.Backend;
import io.windlass.store.BucketSettings;
import io.windlass.store.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The bucket that a backend's records lie in; made when it is first needed, if that is allowed. */
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

  /** Its name: no request may name it. */
  public String name() {
    return objects.bucket();
  }

  ObjectStore objects() {
    return objects;
  }

  /** How long one call to the backend can take. */
  Duration longestCall() {
    return backend.timing().longestCall();
  }

  /** How many objects one request deletes. */
  int maxDeleteBatch() {
    return backend.capabilities().maxDeleteBatch();
  }

  boolean has(Feature feature) {
    return backend.capabilities().has(feature);
  }

  /**
   * Makes the bucket unless it is there. Two processes may do this at once, and either may die
   * between two steps of it: nobody writes a record before the bucket is as it has to be.
   */
  synchronized void ensure() {
    if (known) {
      return;
    }
    if (!backend.buckets().exists(name())) {
      if (!mayCreate) {
        throw new DriverException.NotFound(
            "registry bucket %s of backend %s is missing, and the driver may not make it: make it, or"
                    .formatted(name(), backend.name())
                + " allow it",
            null);
      }
      try {
        backend.buckets().create(name(), settings());
      } catch (DriverException.AlreadyExists e) {
        // another process made it just now
      }
    }
    if (mayCreate && needsVersions() && has(Feature.BUCKET_VERSIONS)) {
      keepVersions();
    }
    known = true;
  }

  /** Whoever made the bucket may have died before it kept versions, or be about to see to it. */
  private void keepVersions() {
    try {
      if (!backend.buckets().keepsVersions(name())) {
        backend.buckets().keepVersions(name(), true);
      }
    } catch (DriverException.PermissionDenied e) {
      // An administrator's bucket, who sees to it: else the removal of a record says what is
      // missing.
    }
  }

  private boolean needsVersions() {
    return !has(Feature.DELETE_IF_MATCH);
  }

  /** Versions only where records cannot be deleted conditionally: see {@link Registry#remove}. */
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
