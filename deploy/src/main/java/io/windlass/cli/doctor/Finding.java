package io.windlass.cli.doctor;

import io.windlass.cli.terminal.Ink;

/**
 * Result of one check. Contains no secret.
 *
 * @param text what the check found
 * @param next what to do about it; empty where nothing needs to be done
 */
record Finding(Mark mark, String text, String next) {

  /** Grade of a finding. */
  enum Mark {
    FINE("✓", Ink.GREEN),
    REMARK("!", Ink.YELLOW),
    WRONG("✗", Ink.RED),
    UNSEEN("–", Ink.CYAN),
    BEGUN("…", Ink.CYAN);

    private final String sign;
    private final Ink ink;

    Mark(String sign, Ink ink) {
      this.sign = sign;
      this.ink = ink;
    }

    String sign() {
      return sign;
    }

    Ink ink() {
      return ink;
    }
  }

  /** Returns a finding that all is well. */
  static Finding fine(String text) {
    return new Finding(Mark.FINE, text, "");
  }

  /** Returns a finding that works but that somebody may want to know of. */
  static Finding remark(String text, String next) {
    return new Finding(Mark.REMARK, text, next);
  }

  /** Returns a finding that something does not work. */
  static Finding wrong(String text, String next) {
    return new Finding(Mark.WRONG, text, next);
  }

  /** Returns a finding for something that was not checked. */
  static Finding unseen(String why) {
    return new Finding(Mark.UNSEEN, "not looked at: " + why, "");
  }

  /** Returns what is told before it is done: if this process is killed meanwhile, it may stay. */
  static Finding begun(String text) {
    return new Finding(Mark.BEGUN, text, "");
  }

  /** Returns whether the driver can do its work in spite of the finding. */
  boolean isTolerable() {
    return mark != Mark.WRONG;
  }
}
