package io.windlass.cli;

import io.windlass.cli.terminal.Terminal;

/** Where every {@code windlass} process begins. */
public final class Main {
  private Main() {}

  /** Runs one command and exits with its status, one of {@link io.windlass.cli.terminal.Exit}. */
  public static void main(String[] args) {
    System.exit(Windlass.commandLine(Terminal.ofProcess()).execute(args));
  }
}
