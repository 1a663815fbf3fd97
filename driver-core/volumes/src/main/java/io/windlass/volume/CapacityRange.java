package io.windlass.volume;

import io.windlass.store.DriverException;

/**
 * How many bytes a volume is asked to hold.
 *
 * @param requiredBytes at least so many; 0: not said
 * @param limitBytes at most so many; 0: not said
 */
public record CapacityRange(long requiredBytes, long limitBytes) {
  /** Most bytes of any volume: 512 PiB. */
  public static final long MOST_BYTES = 1L << 59;

  /** Nothing asked for: the volume has no bound. */
  public static final CapacityRange ANY = new CapacityRange(0, 0);

  /**
   * Checks it.
   *
   * @throws DriverException.InvalidArgument when a number is negative
   * @throws DriverException.OutOfRange when no volume can be so
   */
  public CapacityRange {
    if (requiredBytes < 0 || limitBytes < 0) {
      throw new DriverException.InvalidArgument(
          "capacity_range: required_bytes and limit_bytes must not be negative");
    }
    if (limitBytes > 0 && requiredBytes > limitBytes) {
      throw new DriverException.OutOfRange(
          "capacity_range: required_bytes %d are more than limit_bytes %d"
              .formatted(requiredBytes, limitBytes));
    }
    if (requiredBytes > MOST_BYTES) {
      throw new DriverException.OutOfRange(
          "capacity_range: required_bytes %d are more than the %d that a volume can hold"
              .formatted(requiredBytes, MOST_BYTES));
    }
  }

  /** What a volume gets that is asked for so: exactly what is required; 0: no bound. */
  public long bytes() {
    return requiredBytes > 0 ? requiredBytes : Math.min(limitBytes, MOST_BYTES);
  }

  /** Whether a volume that may hold so many (0: any number) is what is asked for. */
  public boolean admits(long capacityBytes) {
    if (capacityBytes == 0) {
      return limitBytes == 0 && requiredBytes == 0;
    }
    return capacityBytes >= requiredBytes && (limitBytes == 0 || capacityBytes <= limitBytes);
  }

  @Override
  public String toString() {
    return requiredBytes == 0 && limitBytes == 0
        ? "any"
        : "at least %d%s bytes"
            .formatted(requiredBytes, limitBytes == 0 ? "" : " and at most " + limitBytes);
  }
}
