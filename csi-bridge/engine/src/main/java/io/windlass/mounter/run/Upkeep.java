package io.windlass.mounter.run;

/** Who starts keeper and mounter when one of them has ended. */
public sealed interface Upkeep {
  /**
   * They start each other. The mounter ends when the keeper has gone and no volume is left.
   *
   * @param keeper starts a keeper in place of one that died
   */
  record Mutual(KeeperProgram keeper) implements Upkeep {}

  /**
   * Somebody else starts the keeper, and the keeper starts the mounter. The mounter ends when the
   * keeper has gone and no volume is left.
   */
  record ByKeeper() implements Upkeep {}

  /**
   * Somebody else starts both. The mounter waits until the run directory is ready and no other
   * mounter serves there, and ends only when it is told to.
   */
  record External() implements Upkeep {}
}
