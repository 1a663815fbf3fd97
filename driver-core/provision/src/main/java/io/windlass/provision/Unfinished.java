package io.windlass.provision;

import io.windlass.registry.RecordKind;

/** Things of one kind that a driver creates and removes. Some may have been left half done. */
public interface Unfinished {
  /** Returns the kind of their records. */
  RecordKind<?> kind();

  /**
   * Undoes a thing that is half created, or finishes removing one that is half removed, if its
   * record has not changed for the time in {@code since}. Things that a caller was told of stay.
   *
   * @param id id of the record
   * @return whether this was done, so that nothing of it is left
   * @throws io.windlass.error.DriverException.Aborted when it takes more steps, or another call
   *     works on it
   */
  boolean undo(OpenBackend configured, String id, Untouched since);
}
