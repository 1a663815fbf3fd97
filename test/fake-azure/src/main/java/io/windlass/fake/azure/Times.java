package io.windlass.fake.azure;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as they are written. */
final class Times {
  /** Day and hour have two digits each, which the JDK's own format does not give. */
  private static final DateTimeFormatter HTTP =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter TICKS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Times() {}

  static String http(Instant time) {
    return HTTP.format(time);
  }

  /** Returns a time with seven fractional digits, as in ids of versions and snapshots. */
  static String ticks(Instant time) {
    return TICKS.format(time);
  }

  static Instant ofHttp(String text) {
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException e) {
      throw Fault.of(400, "InvalidHeaderValue", "common-rest-api-error-codes");
    }
  }

  /** "formatting-datetime-values". */
  static Instant ofIso(String text) {
    try {
      return text.length() == "2026-01-02".length()
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw Fault.of(400, "InvalidInput", "formatting-datetime-values");
    }
  }
}
