package io.windlass.fuse;

/** How the kernel treats an open file (FOPEN_* of linux/fuse.h). */
public enum OpenFlag {
  /** Past the page cache: every read and write is a request. */
  DIRECT_IO(0),
  /** Keeps what the page cache holds from earlier opens. */
  KEEP_CACHE(1),
  NONSEEKABLE(2),
  /** Lets the kernel cache this directory's listing. */
  CACHE_DIR(3),
  /** No file position at all. */
  STREAM(4),
  /**
   * No FLUSH at close(2): for every file opened for reading, since a child that inherited the
   * descriptor would otherwise wait for this process when it exits.
   */
  NOFLUSH(5),
  /** With DIRECT_IO, writes to one file at the same time. */
  PARALLEL_DIRECT_WRITES(6),
  /** Reads and writes go to the backing file, past this process. */
  PASSTHROUGH(7);

  private final int bit;

  OpenFlag(int bit) {
    this.bit = bit;
  }

  int mask() {
    return 1 << bit;
  }
}
