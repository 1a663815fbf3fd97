package io.windlass.cli.doctor;

import io.windlass.cli.terminal.Ink;

/**
 * What a look at one thing showed. Holds no secret.
 *
 * @param text what is the case
 * @param next what to do about it; empty where nothing needs to be done
 */
record Finding(Mark mark, String text, String next) {

  /** How good or bad it is. */
  enum Mark {
    FINE("✓", Ink.GREEN),
    REMARK("!", Ink.YELLOW),
    WRONG("✗", Ink.RED),
    UNSEEN("–", Ink.CYAN);

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

  /** It is as it should be. */
  static Finding fine(String text) {
    return new Finding(Mark.FINE, text, "");
  }

  /** It works, and somebody may want to know. */
  static Finding remark(String text, String next) {
    return new Finding(Mark.REMARK, text, next);
  }

  /** It does not work. */
  static Finding wrong(String text, String next) {
    return new Finding(Mark.WRONG, text, next);
  }

  /** Nobody looked, so nothing is known. */
  static Finding unseen(String why) {
    return new Finding(Mark.UNSEEN, "not looked at: " + why, "");
  }

  /** Whether the driver can do its work in spite of it. */
  boolean isTolerable() {
    return mark != Mark.WRONG;
  }
}
