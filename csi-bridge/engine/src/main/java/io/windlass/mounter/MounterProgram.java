package io.windlass.mounter;

import java.io.IOException;

/** How a mounter is started: as a process of its own, so that neither takes the other with it. */
@FunctionalInterface
public interface MounterProgram {
  /** Starts one that meets its keeper in {@code run}. */
  Process start(RunDirectory run) throws IOException;
}
