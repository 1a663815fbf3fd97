package io.windlass.cli.terminal;

/** Exit status of a command. */
public final class Exit {
  /** The command has done its work. */
  public static final int OK = 0;

  /** The command failed; standard error says what and why. */
  public static final int FAILED = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** The configuration is wrong: {@code EX_CONFIG} of sysexits.h. */
  public static final int CONFIGURATION = 78;

  private Exit() {}
}
