package io.windlass.cli;

/** What a command's exit status says. */
final class Exit {
  /** Done. */
  static final int OK = 0;

  /** It did not work; standard error says what and why. */
  static final int FAILED = 1;

  /** The command line is wrong. */
  static final int USAGE = 2;

  /** The configuration is wrong: {@code EX_CONFIG} of sysexits.h. */
  static final int CONFIGURATION = 78;

  private Exit() {}
}
