package io.windlass.cosi.sanity;

import java.time.Duration;
import java.util.List;

/**
 * What came of a run.
 *
 * @param leftovers what could not be taken away again, one sentence each
 * @param stopped whether it was stopped before its end
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

  /** Whether no check failed. */
  public boolean isGood() {
    return failed == 0 && !stopped;
  }
}
