package io.windlass.volume;

import io.windlass.error.DriverException;
import java.util.List;

/**
 * Regions from which a volume must be accessible.
 *
 * @param requisite the volume must be accessible from at least one of these; empty: from any region
 * @param preferred regions to try first, in this order
 */
public record RegionRequirement(List<String> requisite, List<String> preferred) {
  /** No requirement: any region is right. */
  public static final RegionRequirement ANY = new RegionRequirement(List.of(), List.of());

  /**
   * Checks the requirement.
   *
   * @throws DriverException.InvalidArgument when a preferred region is not among the requisite ones
   */
  public RegionRequirement {
    requisite = List.copyOf(requisite);
    preferred = List.copyOf(preferred);
    if (!requisite.isEmpty() && !requisite.containsAll(preferred)) {
      throw new DriverException.InvalidArgument(
          "accessibility_requirements: preferred %s are not all among requisite %s"
              .formatted(preferred, requisite));
    }
  }

  /** Returns whether this region satisfies the requirement. */
  public boolean admits(String region) {
    return requisite.isEmpty() || requisite.contains(region);
  }

  @Override
  public String toString() {
    return requisite.isEmpty() ? "any region" : "one of " + requisite;
  }
}
