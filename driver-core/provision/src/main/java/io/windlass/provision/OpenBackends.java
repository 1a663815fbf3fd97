package io.windlass.provision;

import io.windlass.error.DriverException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Table of the configured backends, by name. */
public final class OpenBackends {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");

  private final Map<String, OpenBackend> byName = new LinkedHashMap<>();

  /** Creates the table of at least one backend. Their names must differ. */
  public OpenBackends(List<OpenBackend> backends) {
    for (OpenBackend configured : backends) {
      byName.put(configured.backend().name(), configured);
    }
    if (byName.isEmpty()) {
      throw new IllegalArgumentException("no backend is configured");
    }
  }

  /** Returns all backends, in the order of the configuration. */
  public List<OpenBackend> all() {
    return List.copyOf(byName.values());
  }

  /** Returns the backend with this name, if it is configured. */
  public Optional<OpenBackend> find(String backend) {
    return Optional.ofNullable(byName.get(backend));
  }

  /**
   * Returns the backend with this name.
   *
   * @throws DriverException.NotFound when no such backend is configured
   */
  public OpenBackend require(String backend) {
    return find(backend)
        .orElseThrow(() ->
            new DriverException.NotFound("no backend '%s' is configured".formatted(backend), null));
  }

  /**
   * Returns the backend of a bucket, after checking that requests may name the bucket.
   *
   * @throws DriverException.NotFound when no such backend is configured
   * @throws DriverException.PermissionDenied when the bucket is the driver's registry bucket
   */
  public OpenBackend require(BucketId id) {
    OpenBackend configured = require(id.backend());
    if (id.bucket().equals(configured.registryBucket())) {
      throw new DriverException.PermissionDenied(
          "bucket %s holds the driver's own records".formatted(id), null);
    }
    return configured;
  }

  /**
   * Checks that the backend is configured which an id names, if the id has the form of the driver's
   * own: an id of another form is not the driver's, but one whose backend was renamed is.
   *
   * @throws DriverException.FailedPrecondition when it is not configured
   */
  public void requireBackendOf(String id) {
    int slash = id.indexOf('/');
    if (slash > 0 && NAME.matcher(id.substring(0, slash)).matches()) {
      String backend = id.substring(0, slash);
      if (find(backend).isEmpty()) {
        throw new DriverException.FailedPrecondition(
            "%s is of backend '%s', which is not configured: configure it again under this name; %s"
                .formatted(Mistakes.printable(id), backend, listed()));
      }
    }
  }

  /**
   * Returns the backend that a request names in its parameters, or the only one if it names none.
   *
   * @throws DriverException.InvalidArgument when no such backend is configured, or none is named
   *     and there are several
   */
  public OpenBackend choose(Optional<String> named) {
    if (named.isPresent()) {
      return find(named.get())
          .orElseThrow(() ->
              new DriverException.InvalidArgument(
                  "parameter backend: no backend '%s' is configured; %s"
                      .formatted(Mistakes.printable(named.get()), listed())));
    }
    if (byName.size() > 1) {
      throw new DriverException.InvalidArgument(
          "parameter backend is required: one of " + String.join(", ", byName.keySet()));
    }
    return byName.values().iterator().next();
  }

  /** Returns the names of all backends, as a clause for an error. */
  String listed() {
    return "the configured backends are " + String.join(", ", byName.keySet());
  }

  /** Returns the only backend; empty if there are several. */
  public Optional<OpenBackend> only() {
    return byName.size() == 1 ? Optional.of(byName.values().iterator().next()) : Optional.empty();
  }
}
