package io.windlass.fuse;

/** How the kernel treats an open file (FOPEN_* of linux/fuse.h). */
public enum OpenFlag {
  /** Bypasses the page cache: every read and write is a request. */
  DIRECT_IO(0),
  /** Keeps the data that the page cache has from earlier opens. */
  KEEP_CACHE(1),
  NONSEEKABLE(2),
  /** Lets the kernel cache the listing of this directory. */
  CACHE_DIR(3),
  /** The file has no position at all. */
  STREAM(4),
  /**
   * No FLUSH at close(2). Set for every file opened for reading: a child that inherited the
   * descriptor would otherwise wait for this process when it exits.
   */
  NOFLUSH(5),
  /** With DIRECT_IO, allows concurrent writes to one file. */
  PARALLEL_DIRECT_WRITES(6),
  /** Reads and writes go to the backing file and not to this process. */
  PASSTHROUGH(7);

  private final int bit;

  OpenFlag(int bit) {
    this.bit = bit;
  }

  int mask() {
    return 1 << bit;
  }
}
