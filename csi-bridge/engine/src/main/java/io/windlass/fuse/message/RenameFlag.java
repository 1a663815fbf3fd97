package io.windlass.fuse.message;

/** Flags of renameat2(2), with their bits. */
public enum RenameFlag {
  /** Fails with EEXIST if the new name exists. */
  NOREPLACE(0),
  /** Exchanges the two names in one step. */
  EXCHANGE(1),
  /** Leaves a whiteout at the old name. */
  WHITEOUT(2);

  private final int bit;

  RenameFlag(int bit) {
    this.bit = bit;
  }

  int mask() {
    return 1 << bit;
  }
}
