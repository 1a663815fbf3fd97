package io.windlass.cosi.sanity;

import java.time.Duration;
import java.util.List;

/**
 * Result of a run.
 *
 * @param leftovers buckets, accesses and objects that could not be deleted, one sentence each
 * @param stopped whether the run was interrupted before its end
 */
public record Summary(
    int passed,
    int warned,
    int failed,
    int skipped,
    Duration time,
    List<String> leftovers,
    boolean stopped) {
  public Summary {
    leftovers = List.copyOf(leftovers);
  }

  /** Returns whether no check failed and the run reached its end. */
  public boolean isGood() {
    return failed == 0 && !stopped;
  }
}
