package io.windlass.provision;

import io.windlass.store.StoreException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configured backends, by name. */
public final class Sites {
  private final Map<String, Site> byName = new LinkedHashMap<>();

  /** At least one; names differ. */
  public Sites(List<Site> sites) {
    for (Site site : sites) {
      byName.put(site.backend().name(), site);
    }
    if (byName.isEmpty()) {
      throw new IllegalArgumentException("no backend is configured");
    }
  }

  /** All of them, in the order of the configuration. */
  public List<Site> all() {
    return List.copyOf(byName.values());
  }

  /** The backend of an id. */
  public Optional<Site> find(String backend) {
    return Optional.ofNullable(byName.get(backend));
  }

  /**
   * The backend of a bucket that requests may be about.
   *
   * @throws StoreException.NotFound when there is no such backend
   * @throws StoreException.PermissionDenied when the bucket is the driver's own
   */
  public Site require(BucketId id) {
    Site site =
        find(id.backend())
            .orElseThrow(() ->
                new StoreException.NotFound(
                    "no backend '%s' is configured".formatted(id.backend()), null));
    if (id.bucket().equals(site.registryBucket())) {
      throw new StoreException.PermissionDenied(
          "bucket %s holds the driver's own records".formatted(id), null);
    }
    return site;
  }

  /**
   * The backend that a request names in its parameters; the only one there is where it names none.
   *
   * @throws StoreException.InvalidArgument when there is no such backend, or none is named and
   *     there are several
   */
  public Site choose(Optional<String> named) {
    if (named.isPresent()) {
      return find(named.get())
          .orElseThrow(() ->
              new StoreException.InvalidArgument(
                  "parameter backend: no backend '%s' is configured; there is %s"
                      .formatted(named.get(), byName.keySet())));
    }
    if (byName.size() > 1) {
      throw new StoreException.InvalidArgument(
          "parameter backend is needed, one of %s".formatted(byName.keySet()));
    }
    return byName.values().iterator().next();
  }

  /** The only backend; empty where there are several. */
  public Optional<Site> only() {
    return byName.size() == 1 ? Optional.of(byName.values().iterator().next()) : Optional.empty();
  }
}
