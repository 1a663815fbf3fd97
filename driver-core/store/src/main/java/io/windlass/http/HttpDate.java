package io.windlass.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Dates in headers (RFC 9110, 5.6.7). */
public final class HttpDate {
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private HttpDate() {}

  /** Reads a date; empty if it is none. */
  public static Optional<Instant> read(String text) {
    try {
      return Optional.of(
          isUsual(text)
              ? usual(text)
              : DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a date is written as nearly all are: Sun, 06 Nov 1994 08:49:37 GMT. */
  private static boolean isUsual(String text) {
    if (text.length() != 29 || !text.startsWith(", ", 3) || !text.endsWith(" GMT")) {
      return false;
    }
    return month(text) % 3 == 0
        && number(text, 5, 7) > 0
        && number(text, 12, 16) >= 0
        && number(text, 17, 19) >= 0
        && number(text, 20, 22) >= 0
        && number(text, 23, 25) >= 0
        && text.charAt(7) == ' '
        && text.charAt(11) == ' '
        && text.charAt(16) == ' '
        && text.charAt(19) == ':'
        && text.charAt(22) == ':';
  }

  /** Does without a formatter, which takes as long as much of the rest of a small request. */
  private static Instant usual(String text) {
    return LocalDateTime.of(
            number(text, 12, 16),
            month(text) / 3 + 1,
            number(text, 5, 7),
            number(text, 17, 19),
            number(text, 20, 22),
            number(text, 23, 25))
        .toInstant(ZoneOffset.UTC);
  }

  private static int month(String text) {
    return MONTHS.indexOf(text.substring(8, 11));
  }

  /** Returns a decimal number; -1 if it is none. */
  private static int number(String text, int start, int end) {
    int number = 0;
    for (int at = start; at < end; at++) {
      int digit = text.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
