package io.windlass.cli.doctor;

import io.windlass.config.RegistryConfig;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the buckets and accounts that a trial makes. They begin as the name of the registry
 * bucket does: a policy for buckets of a prefix permits that, so it permits these, too. Each is
 * new, and says when it was made, so that a later run knows what one that was killed has left.
 *
 * @param front what they begin with
 */
record TrialName(String front) {
  /** What a bucket's name of 63 characters leaves for it. */
  private static final int LONGEST_FRONT = 36;

  /** Returns the names of trials beside a registry. */
  static TrialName of(RegistryConfig registry) {
    String bucket = registry.bucket();
    // Azure takes no name with two hyphens in a row.
    return new TrialName(
        bucket.substring(0, Math.min(LONGEST_FRONT, bucket.length())).replaceAll("-+$", ""));
  }

  /** Returns a new name. */
  String at(Instant now) {
    return "%s-doctor-%010d-%08x"
        .formatted(front, now.getEpochSecond(), ThreadLocalRandom.current().nextInt());
  }

  /** Returns when a name was made; empty if it is none of these. */
  Optional<Instant> made(String name) {
    Matcher matcher =
        Pattern.compile(Pattern.quote(front) + "-doctor-([0-9]{10})-[0-9a-f]{8}").matcher(name);
    return matcher.matches()
        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(matcher.group(1))))
        : Optional.empty();
  }
}
