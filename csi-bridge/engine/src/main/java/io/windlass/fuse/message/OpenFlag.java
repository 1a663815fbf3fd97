package io.windlass.fuse.message;

/** How the kernel treats an open file (FOPEN_* of linux/fuse.h). */
public enum OpenFlag {
  /** Bypasses the page cache: every read and write is a request. */
  DIRECT_IO(0),
  /** Keeps the data that the page cache has from earlier opens. */
  KEEP_CACHE(1),
  /**
   * No FLUSH at close(2). Set for every file opened for reading: a child that inherited the
   * descriptor would otherwise wait for this process when it exits.
   */
  NOFLUSH(5);

  private final int bit;

  OpenFlag(int bit) {
    this.bit = bit;
  }

  int mask() {
    return 1 << bit;
  }
}
