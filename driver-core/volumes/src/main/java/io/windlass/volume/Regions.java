package io.windlass.volume;

import io.windlass.error.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Regions that the backends declare. Every node can reach every bucket, but if the backend of a
 * bucket declares regions, the volume in the bucket is for the nodes of one region only.
 *
 * @param declared regions by name of the backend; a backend that is missing declares none
 */
public record Regions(Map<String, List<String>> declared) {
  /** No backend declares regions: every volume is for all nodes. */
  public static final Regions NONE = new Regions(Map.of());

  public Regions {
    declared = Map.copyOf(declared);
  }

  /** Returns whether new volumes of a backend may be for the nodes of this region. */
  public boolean offers(String backend, String region) {
    List<String> all = of(backend);
    return all.isEmpty() || all.contains(region);
  }

  private List<String> of(String backend) {
    return declared.getOrDefault(backend, List.of());
  }

  /**
   * Returns the region in which to create a bucket: the first preferred one that is possible, else
   * the first declared one that the requirement admits.
   *
   * @param named the only possible region, if a class names one
   * @return the region; empty if the backend declares none
   * @throws DriverException.InvalidArgument when the named region is not declared
   * @throws DriverException.QuotaExceeded when no possible region satisfies the requirement
   */
  Optional<String> choose(String backend, Optional<String> named, RegionRequirement asked) {
    List<String> all = of(backend);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    if (named.filter(region -> !all.contains(region)).isPresent()) {
      throw new DriverException.InvalidArgument(
          "parameter region: backend %s has %s, and not '%s'".formatted(backend, all, named.get()));
    }
    List<String> possible = named.map(List::of).orElse(all);
    return Stream.concat(asked.preferred().stream().filter(possible::contains), possible.stream())
        .filter(asked::admits)
        .findFirst()
        .or(() -> {
          throw new DriverException.QuotaExceeded(
              ("accessibility_requirements: backend %s can make the volume in %s, but the request"
                          + " asks for")
                      .formatted(backend, possible)
                  + " "
                  + asked,
              null);
        });
  }
}
