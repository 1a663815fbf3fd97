package io.windlass.cosi.sanity.check;

/** Ends a check with an outcome that is decided. */
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
