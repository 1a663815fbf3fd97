package io.windlass.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Amounts as people read them in a column. */
public final class Amounts {
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final String[] TIMES = {"d", "h", "m", "s"};

  /** From here on, a number is exact enough without the next smaller unit. */
  private static final int EXACT = 10;

  private Amounts() {}

  /** Returns a number of bytes, like {@code 3 MiB}, with a fraction where it is small. */
  public static String size(double bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < SIZES.length - 1) {
      amount /= 1024;
      unit++;
    }
    boolean fraction = unit > 0 && amount < EXACT && Math.rint(10 * amount) % 10 != 0;
    return String.format(Locale.ROOT, fraction ? "%.1f %s" : "%.0f %s", amount, SIZES[unit]);
  }

  /** Returns a number of bytes in the same way. */
  public static String size(long bytes) {
    return size((double) bytes);
  }

  /** Returns a length of time, like {@code 45d}, {@code 3d4h} or {@code 12s}. */
  public static String time(Duration time) {
    long[] parts = {time.toDays(), time.toHoursPart(), time.toMinutesPart(), time.toSecondsPart()};
    int unit = 0;
    while (unit < parts.length - 1 && parts[unit] == 0) {
      unit++;
    }
    String largest = parts[unit] + TIMES[unit];
    boolean more = unit < parts.length - 1 && parts[unit] < EXACT && parts[unit + 1] > 0;
    return more ? largest + parts[unit + 1] + TIMES[unit + 1] : largest;
  }

  /** Returns when something is or was, like {@code 3d4h ago} or {@code in 12s}. */
  public static String when(Instant at, Instant now) {
    return at.isAfter(now)
        ? "in " + time(Duration.between(now, at))
        : time(Duration.between(at, now)) + " ago";
  }

  /**
   * Returns a share in percent. Data that was read ahead and not used could make it negative; it is
   * then 0.
   */
  public static String share(long part, long whole) {
    return whole == 0 ? "-" : Math.max(0, 100 * part / whole) + "%";
  }
}
