package io.windlass.volume;

import io.windlass.error.DriverException;

/**
 * Requested capacity of a volume, in bytes.
 *
 * @param requiredBytes least capacity; 0: not given
 * @param limitBytes greatest capacity; 0: not given
 */
public record CapacityRange(long requiredBytes, long limitBytes) {
  /** Greatest capacity of any volume, in bytes: 512 PiB. */
  public static final long MOST_BYTES = 1L << 59;

  /** No capacity is requested: the volume has no bound. */
  public static final CapacityRange ANY = new CapacityRange(0, 0);

  /**
   * Checks the bounds.
   *
   * @throws DriverException.InvalidArgument when a number is negative
   * @throws DriverException.OutOfRange when no volume can have such a capacity
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

  /**
   * Returns the capacity of a volume that is created with this request: exactly the required bytes
   * or, if none are required, the limit, but not more than {@link #MOST_BYTES}. 0: no bound.
   */
  public long bytes() {
    return requiredBytes > 0 ? requiredBytes : Math.min(limitBytes, MOST_BYTES);
  }

  /** Returns whether a volume with this capacity in bytes (0: no bound) satisfies the request. */
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
