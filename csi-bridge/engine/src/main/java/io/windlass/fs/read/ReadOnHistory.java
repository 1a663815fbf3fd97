package io.windlass.fs.read;

/**
 * Remembers whether the programs of a volume that read the beginning of a large file read on. Where
 * the last ones did not, reading ahead waits for the second read of a file: what it fetched would
 * be thrown away, and would be in the way of the next file's first bytes.
 */
final class ReadOnHistory {
  /** Programs that have to stop after their first bytes, one after the other. */
  private static final int FEW = 3;

  /** What a program may read, in bytes, without reading on. */
  private static final long BEGINNING = 128 << 10;

  private volatile int stopped;

  /**
   * Records that a large file is closed whose first bytes were read, and what was, up to {@code
   * end}.
   */
  synchronized void closed(long end) {
    stopped = end > BEGINNING ? 0 : Math.min(FEW, stopped + 1);
  }

  /** Returns whether the last programs did not read on. */
  boolean isOfStops() {
    return stopped == FEW;
  }
}
