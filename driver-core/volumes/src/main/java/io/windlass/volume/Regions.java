package io.windlass.volume;

import io.windlass.store.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The regions that backends declare. A bucket can be reached from everywhere; where its backend
 * declares regions, the volume in it is for the nodes of one.
 *
 * @param declared by the names of backends; one that is not there declares none
 */
public record Regions(Map<String, List<String>> declared) {
  /** None are declared: every volume is for all nodes. */
  public static final Regions NONE = new Regions(Map.of());

  public Regions {
    declared = Map.copyOf(declared);
  }

  /** Whether volumes of a backend that are made now may be for the nodes of this region. */
  public boolean offers(String backend, String region) {
    List<String> all = of(backend);
    return all.isEmpty() || all.contains(region);
  }

  private List<String> of(String backend) {
    return declared.getOrDefault(backend, List.of());
  }

  /**
   * The region to make a bucket in: the first that is preferred, else the first declared.
   *
   * @param named the only one that will do, where one is named
   * @return empty where the backend declares none
   * @throws DriverException.InvalidArgument when the one that is named is not declared
   * @throws DriverException.QuotaExceeded when none is what is asked for
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
              "accessibility_requirements: backend %s can make the volume in %s, and it is to be in"
                      .formatted(backend, possible)
                  + " "
                  + asked,
              null);
        });
  }
}
