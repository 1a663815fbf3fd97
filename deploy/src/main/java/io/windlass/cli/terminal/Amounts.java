package io.windlass.cli.mount;

import java.time.Duration;
import java.util.Locale;

/** Amounts as people read them in a column. */
final class Amounts {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Amounts() {}

  /** Returns a number of bytes, like {@code 3 MiB}, with a fraction where it is small. */
  static String size(double bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    boolean fraction = unit > 0 && amount < 10 && amount != Math.rint(amount);
    return String.format(Locale.ROOT, fraction ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
  }

  /** Returns a number of bytes in the same way. */
  static String size(long bytes) {
    return size((double) bytes);
  }

  static String time(Duration age) {
    if (age.toHours() >= 48) {
      return age.toDays() + "d";
    }
    return age.toMinutes() >= 120 ? age.toHours() + "h" : age.toSeconds() + "s";
  }

  /**
   * Returns a share in percent. Data that was read ahead and not used could make it negative; it is
   * then 0.
   */
  static String share(long part, long whole) {
    return whole == 0 ? "-" : Math.max(0, 100 * part / whole) + "%";
  }
}
