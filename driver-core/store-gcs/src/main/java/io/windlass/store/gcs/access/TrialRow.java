package io.windlass.store.gcs.access;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Trials of a key that had the same answer in a row. Replicas of a server learn of a change at
 * different times, so one answer tells of one replica.
 *
 * @param count how many
 * @param first when the first one was
 * @param last when the last one was
 */
record TrialRow(int count, Instant first, Instant last) {

  /**
   * Returns the row after another trial; empty if its answer was another one.
   *
   * @param before the row until then
   */
  static Optional<TrialRow> after(Optional<TrialRow> before, boolean same, Instant now) {
    TrialRow next =
        before
            .map(row -> new TrialRow(row.count + 1, row.first, now))
            .orElseGet(() -> new TrialRow(1, now, now));
    return same ? Optional.of(next) : Optional.empty();
  }

  /**
   * Returns whether the answer can be believed.
   *
   * @param over least time from the first trial to the last
   */
  boolean isEnough(int least, Duration over) {
    return count >= least && Duration.between(first, last).compareTo(over) >= 0;
  }
}
