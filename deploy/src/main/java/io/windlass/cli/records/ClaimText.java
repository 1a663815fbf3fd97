package io.windlass.cli.records;

import io.windlass.registry.Entry;
import java.time.Duration;

/** Claim on a record, in words. */
public final class ClaimText {
  private ClaimText() {}

  /** Returns which call works on what the record describes, and since when; empty if none does. */
  public static String of(Entry<?> entry) {
    return entry
        .claim()
        .map(owner ->
            entry.isStuck()
                ? "a call of %s, which did not finish in %s".formatted(owner, time(entry.age()))
                : "a call of %s, for %s".formatted(owner, time(entry.age())))
        .orElse("");
  }

  /** Returns a length of time in its two largest units. */
  public static String time(Duration time) {
    if (time.toDays() > 0) {
      return "%d d %d h".formatted(time.toDays(), time.toHoursPart());
    }
    if (time.toHours() > 0) {
      return "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
    }
    return time.toMinutes() > 0
        ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
        : "%d s".formatted(time.toSeconds());
  }
}
