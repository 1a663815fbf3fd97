package io.windlass.fake.gcs;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The service's time, which tests can advance. */
final class FakeClock {
  private static final DateTimeFormatter JSON =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter HTTP =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
  private final AtomicLong generation = new AtomicLong();

  Instant now() {
    return Instant.now().plus(passed.get());
  }

  void pass(Duration time) {
    Duration _ = passed.updateAndGet(time::plus);
  }

  /** Returns a unique generation: microseconds since 1970, as in the service. */
  long nextGeneration() {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now());
    return generation.updateAndGet(last -> Math.max(last + 1, micros));
  }

  /** RFC 3339, in milliseconds. */
  static String json(Instant time) {
    return JSON.format(time);
  }

  /** RFC 9110, section 5.6.7. */
  static String http(Instant time) {
    return HTTP.format(time);
  }
}
