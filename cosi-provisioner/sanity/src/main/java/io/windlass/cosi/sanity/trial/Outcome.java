package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.wire.RecordedCall;
import java.util.List;

/** Outcome of a check. */
public sealed interface Outcome {

  /** The driver does what the rule says; the note may be empty. */
  record Pass(String note) implements Outcome {}

  /** The driver breaks no rule, but something deserves attention. */
  record Warn(String reason) implements Outcome {}

  /** The check could not be run, or does not apply. */
  record Skip(String reason) implements Outcome {}

  /**
   * The driver breaks the rule.
   *
   * @param reason what was expected, and what was found
   * @param exchanges last calls before the failure, oldest first
   */
  record Fail(String reason, List<RecordedCall> exchanges) implements Outcome {
    public Fail {
      exchanges = List.copyOf(exchanges);
    }
  }
}
