package io.windlass.setting;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of lengths of time as people write them: {@code 500ms}, {@code 30s}, {@code 2m}, {@code
 * 12h}, {@code 30d}, {@code 0}, or in ISO 8601 ({@code P30D}).
 */
public final class TimeAmount {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private TimeAmount() {}

  /** Returns the length; empty for text that is not one. The caller checks bounds. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return text.equals("0") ? Optional.of(Duration.ZERO) : iso(text);
    }
    long count = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(count);
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          case "h" -> Duration.ofHours(count);
          default -> Duration.ofDays(count);
        });
  }

  private static Optional<Duration> iso(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
