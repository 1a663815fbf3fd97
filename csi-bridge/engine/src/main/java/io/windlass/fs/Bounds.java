package io.windlass.fs;

/**
 * Capacity of a volume.
 *
 * @param counted whether the content of the volume is counted, which requires listing all of it now
 *     and then
 * @param bytes most bytes; 0: unlimited. A limited volume is counted
 * @param objects most objects; 0: unlimited
 */
public record Bounds(boolean counted, long bytes, long objects) {
  /** Unlimited, and not counted. */
  public static final Bounds NONE = new Bounds(false, 0, 0);

  public Bounds {
    if (bytes < 0 || objects < 0) {
      throw new IllegalArgumentException("a capacity must not be negative");
    }
    counted = counted || bytes > 0 || objects > 0;
  }
}
