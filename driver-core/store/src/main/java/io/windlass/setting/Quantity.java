package io.windlass.setting;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of sizes as Kubernetes writes them: {@code 500Mi}, {@code 2G}, {@code 1073741824}. */
public final class Quantity {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})(|[KMGTP]i?|k)");
  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("k", 1_000L),
          Map.entry("K", 1_000L),
          Map.entry("M", 1_000_000L),
          Map.entry("G", 1_000_000_000L),
          Map.entry("T", 1_000_000_000_000L),
          Map.entry("P", 1_000_000_000_000_000L),
          Map.entry("Ki", 1L << 10),
          Map.entry("Mi", 1L << 20),
          Map.entry("Gi", 1L << 30),
          Map.entry("Ti", 1L << 40),
          Map.entry("Pi", 1L << 50));

  private Quantity() {}

  /** Returns the size in bytes, at least 1; empty for text that is not such a size. */
  public static Optional<Long> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      long unit = UNITS.getOrDefault(matcher.group(2), 1L);
      long bytes = Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
      return bytes > 0 ? Optional.of(bytes) : Optional.empty();
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }
}
