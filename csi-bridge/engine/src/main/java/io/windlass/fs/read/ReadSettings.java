package io.windlass.fs.read;

/**
 * How a process reads.
 *
 * @param memory bytes of all buffers together
 * @param maxWindow most bytes that are read ahead of one reader
 * @param maxGets most requests for data under way at once
 */
public record ReadSettings(long memory, long maxWindow, int maxGets) {
  /** Enough for a node of ordinary size. */
  public static final ReadSettings DEFAULT = new ReadSettings(128L << 20, 64L << 20, 32);

  /** Refuses what makes no sense, naming it. */
  public ReadSettings {
    if (maxWindow < 0) {
      throw new IllegalArgumentException("maxWindow must not be negative");
    }
    if (maxGets < 2) {
      throw new IllegalArgumentException("maxGets must be at least 2");
    }
  }

  /** With so much memory. */
  public ReadSettings withMemory(long bytes) {
    return new ReadSettings(bytes, maxWindow, maxGets);
  }
}
