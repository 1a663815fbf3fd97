package io.windlass.cosi.sanity.check;

/** Thrown to end a check as soon as its outcome is decided. */
final class Ended extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  Ended(Outcome outcome) {
    super(outcome.toString(), null, false, false);
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
