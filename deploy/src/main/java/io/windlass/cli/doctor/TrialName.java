package io.windlass.cli.doctor;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the buckets and accounts that a trial makes. Each is new, and says when it was made, so
 * that a later run knows what one that was killed has left.
 */
final class TrialName {
  private static final Pattern FORM = Pattern.compile("windlass-doctor-([0-9]{10})-[0-9a-f]{8}");

  private TrialName() {}

  /** Returns a new name. */
  static String at(Instant now) {
    return "windlass-doctor-%010d-%08x"
        .formatted(now.getEpochSecond(), ThreadLocalRandom.current().nextInt());
  }

  /** Returns when a name was made; empty if it is none of these. */
  static Optional<Instant> made(String name) {
    Matcher matcher = FORM.matcher(name);
    return matcher.matches()
        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(matcher.group(1))))
        : Optional.empty();
  }
}
