package io.windlass.fs;

/**
 * How much a volume may hold.
 *
 * @param counted whether what it holds is counted: takes listing all of it, now and then
 * @param bytes most bytes; 0: no bound. A bounded volume is counted
 * @param objects most objects; 0: no bound
 */
public record Bounds(boolean counted, long bytes, long objects) {
  /** Unbounded, and not counted. */
  public static final Bounds NONE = new Bounds(false, 0, 0);

  public Bounds {
    if (bytes < 0 || objects < 0) {
      throw new IllegalArgumentException("a capacity must not be negative");
    }
    counted = counted || bytes > 0 || objects > 0;
  }
}
