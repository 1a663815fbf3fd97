package io.windlass.cli;

/** Where every {@code windlass} process begins. */
public final class Main {
  private Main() {}

  /** Runs one command and exits with its status, one of {@link Exit}. */
  public static void main(String[] args) {
    System.exit(Windlass.commandLine(Terminal.ofProcess()).execute(args));
  }
}
