package io.windlass.mounter.run;

import java.io.IOException;

/**
 * Starts a mounter as a separate process, so that neither it nor its keeper ends with the other.
 */
@FunctionalInterface
public interface MounterProgram {
  /** Starts a mounter, which meets its keeper in {@code run}. */
  Process start(RunDirectory run) throws IOException;
}
