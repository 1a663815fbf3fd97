package io.windlass.http;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How long a server wants its clients to wait: the header Retry-After (RFC 9110, 10.2.3). */
final class RetryAfter {
  private static final String SECONDS = "[0-9]{1,9}";

  private RetryAfter() {}

  /** Returns the wait that an answer states, by the server's own clock; zero if it states none. */
  static Duration of(HttpHeaders answer) {
    return answer
        .firstValue("retry-after")
        .map(String::strip)
        .map(stated -> of(stated, HttpDate.read(answer.firstValue("date").orElse(""))))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  private static Duration of(String stated, Optional<Instant> now) {
    return stated.matches(SECONDS)
        ? Duration.ofSeconds(Long.parseLong(stated))
        : HttpDate.read(stated)
            .map(end -> Duration.between(now.orElseGet(Instant::now), end))
            .orElse(Duration.ZERO);
  }
}
