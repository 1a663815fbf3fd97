package io.windlass.volume;

import io.windlass.store.DriverException;
import java.util.List;

/**
 * From which regions a volume is to be reached.
 *
 * @param requisite from at least one of these; empty: from any
 * @param preferred these first, in this order
 */
public record RegionRequirement(List<String> requisite, List<String> preferred) {
  /** Nothing asked for. */
  public static final RegionRequirement ANY = new RegionRequirement(List.of(), List.of());

  /**
   * Checks it.
   *
   * @throws DriverException.InvalidArgument when one is preferred that would not do
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

  /** Whether this region does. */
  public boolean admits(String region) {
    return requisite.isEmpty() || requisite.contains(region);
  }

  @Override
  public String toString() {
    return requisite.isEmpty() ? "any region" : "one of " + requisite;
  }
}
