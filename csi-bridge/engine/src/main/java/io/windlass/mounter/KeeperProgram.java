package io.windlass.mounter;

import java.io.IOException;

/** How a keeper is started in place of one that died. */
@FunctionalInterface
public interface KeeperProgram {
  /** Starts one that finds the mounter in {@code run}. */
  Process start(RunDirectory run) throws IOException;
}
