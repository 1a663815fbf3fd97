package io.windlass.provision;

import io.windlass.registry.RecordKind;

/**
 * Things of one kind that a driver makes and removes, some of which may have been left half done.
 */
public interface Unfinished {
  /** Where their records lie. */
  RecordKind<?> kind();

  /**
   * Undoes one that is half made, and finishes one that is half removed, if nobody has touched its
   * record for so long. What callers were ever told of stays.
   *
   * @param id of its record
   * @return whether it was, and nothing is left of it
   * @throws io.windlass.store.DriverException.Aborted when it takes more steps, or somebody works
   *     at it
   */
  boolean undo(ConfiguredBackend configured, String id, Untouched since);
}
