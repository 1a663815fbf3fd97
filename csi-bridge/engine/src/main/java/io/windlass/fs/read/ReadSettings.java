package io.windlass.fs.read;

/**
 * Settings for the reading of a process.
 *
 * @param memory size of all buffers together, in bytes
 * @param maxWindow most bytes that are read ahead for one reader
 * @param maxGets most gets of one volume under way at once; all together have eight times as many
 */
public record ReadSettings(long memory, long maxWindow, int maxGets) {
  /**
   * Settings that suffice for a node of ordinary size: 128 MiB of memory, windows of 64 MiB, 32
   * gets.
   */
  public static final ReadSettings DEFAULT = new ReadSettings(128L << 20, 64L << 20, 32);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException that names the setting that is out of bounds
   */
  public ReadSettings {
    if (maxWindow < 0) {
      throw new IllegalArgumentException("maxWindow must not be negative");
    }
    if (maxGets < 2) {
      throw new IllegalArgumentException("maxGets must be at least 2");
    }
  }

  /** Returns these settings with {@code bytes} of memory. */
  public ReadSettings withMemory(long bytes) {
    return new ReadSettings(bytes, maxWindow, maxGets);
  }
}
