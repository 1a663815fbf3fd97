package io.windlass.cli.terminal;

/** What a command's exit status says. */
public final class Exit {
  /** Done. */
  public static final int OK = 0;

  /** It did not work; standard error says what and why. */
  public static final int FAILED = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** The configuration is wrong: {@code EX_CONFIG} of sysexits.h. */
  public static final int CONFIGURATION = 78;

  private Exit() {}
}
