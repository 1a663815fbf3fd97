package io.windlass.cosi.sanity.trial;

/** Thrown to end a check as soon as its outcome is decided. */
public final class Ended extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  public Ended(Outcome outcome) {
    super(outcome.toString(), null, false, false);
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
