package io.windlass.trial;

import io.windlass.trial.ServerTrial.Subject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Compares clocks.
 *
 * @param server what the server's showed just now
 */
record ClockTrial(Instant server, InstantSource clock) implements SubjectTrial {
  /** Difference that is remarked on. Servers refuse signatures from 15 minutes on. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  @Override
  public Subject subject() {
    return Subject.CLOCK;
  }

  @Override
  public String next() {
    return "set both by NTP: from 15 minutes on, servers refuse all requests";
  }

  @Override
  public ServerTrial run() {
    Duration skew = Duration.between(server, clock.instant()).abs();
    String text = "differs from this machine's by %d s".formatted(skew.toSeconds());
    return skew.compareTo(SKEW) > 0 ? ServerTrial.remark(subject(), text, next()) : holds(text);
  }
}
