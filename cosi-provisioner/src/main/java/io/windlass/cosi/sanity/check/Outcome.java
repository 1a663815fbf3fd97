package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.wire.RecordedCall;
import java.util.List;

/** How a check ended. */
public sealed interface Outcome {

  /** The driver does what the rule says; the note may be empty. */
  record Pass(String note) implements Outcome {}

  /** Nothing that the rule forbids, and yet something to look at. */
  record Warn(String reason) implements Outcome {}

  /** It could not be tried, or does not apply. */
  record Skip(String reason) implements Outcome {}

  /**
   * The driver breaks the rule.
   *
   * @param reason what was expected, and what was found
   * @param exchanges the last calls before
   */
  record Fail(String reason, List<RecordedCall> exchanges) implements Outcome {
    public Fail {
      exchanges = List.copyOf(exchanges);
    }
  }
}
