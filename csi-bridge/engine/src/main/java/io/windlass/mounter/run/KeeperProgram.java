package io.windlass.mounter.run;

import java.io.IOException;

/** Starts a keeper process in place of one that died. */
@FunctionalInterface
public interface KeeperProgram {
  /** Starts a keeper, which attaches to the mounter in {@code run}. */
  Process start(RunDirectory run) throws IOException;
}
